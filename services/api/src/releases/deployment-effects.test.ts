import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from '../reports/analytics.testkit.ts';
import { createSetWithout, prepareSet, promote, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz, testRemote, testShell } from './release.testkit.ts';

const dayMs = 24 * 3_600_000;

describeOnEachEngine('the effects of a deployment', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let stable = '';

  const request = (query: string) =>
    app.request(`/api/releases/effects?${query}`, {
      headers: { authorization: `Bearer ${testOperatorToken}` },
    });
  const effectsOf = async (query: string): Promise<unknown> => (await request(query)).json();

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    stable = (await promote(clientOf(app), await publishProduct(app))).set?.id ?? '';
    await publishTest(app, testQuiz('1.1.0', { paths: ['/', '/goal', '/new'] }));
    await publishTest(app, testShell('1.0.1'));
  });
  afterAll(() => app.close());

  it('name the versions and paths that change, and the compressed bytes of the new files', async () => {
    const { manifest } = testQuiz('1.1.0');
    const files = await app.context.database.db
      .selectFrom('files')
      .select(['body', 'body_br'])
      .where(
        'integrity',
        'in',
        Object.values(manifest.files).map(({ integrity }) => integrity),
      )
      .execute();
    const sent = files.map((file) => (file.body_br.length === 0 ? file.body.length : file.body_br.length));
    expect(sent).toHaveLength(3);
    expect(await effectsOf('change=mfe-quiz@1.1.0')).toEqual({
      changes: [{ name: 'mfe-quiz', from: '1.0.0', to: '1.1.0', paths: ['/', '/goal', '/new'] }],
      downloadBytes: sent.reduce((sum, bytes) => sum + bytes, 0),
      inFlight: [{ number: 1, visitors: 0 }],
      keptForMs: dayMs,
    });
  });

  it('do not count files that the stable set has too', async () => {
    // The icon is the same in both versions of the shell.
    const withoutIcon = Object(await effectsOf('change=shell@1.0.1'));
    const { files } = testShell('1.0.1').manifest;
    expect(withoutIcon.changes).toEqual([{ name: 'shell', from: '1.0.0', to: '1.0.1', paths: [] }]);
    expect(withoutIcon.downloadBytes).toBeLessThanOrEqual(files['shell.js']?.bytes ?? 0);
  });

  it('count the visitors of both live sets who were seen within a day and have not paid', async () => {
    const started = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { canary: 10 });
    const canary = started.canary?.set.id ?? '';
    const { db } = app.context.database;
    await insertVisits(db, [createVisit({ setId: stable, at: clock() })]);
    advance(dayMs);
    const purchase = { currency: 'USD', amountMinor: 1999 } as const;
    await insertVisits(db, [
      createVisit({ setId: stable, at: clock(), purchases: [{ ...purchase, status: 'open' }] }),
      createVisit({ setId: stable, at: clock(), pages: ['/', '/goal'] }),
      createVisit({ setId: stable, at: clock(), purchases: [{ ...purchase, status: 'paid' }] }),
      createVisit({ setId: canary, at: clock() }),
      // A page that was opened the day before may report its measurements only when it is closed.
      createVisit({ setId: stable, at: clock(), pages: [], paints: [900] }),
    ]);
    expect(await effectsOf(`set=${canary}`)).toMatchObject({
      changes: [{ name: 'mfe-quiz', from: '1.0.0', to: '1.1.0' }],
      inFlight: [
        { number: 1, visitors: 2 },
        { number: 2, visitors: 1 },
      ],
    });
    await updateCanary(clientOf(app), { action: 'stop' });
    expect(await effectsOf(`set=${stable}`)).toMatchObject({
      changes: [],
      downloadBytes: 0,
      inFlight: [{ number: 1, visitors: 2 }],
    });
  });

  it('name also an app that is removed, with the paths that are lost', async () => {
    const { id } = await createSetWithout(clientOf(app), 'mfe-quiz');
    expect(await effectsOf(`set=${id}`)).toMatchObject({
      changes: [{ name: 'mfe-quiz', from: '1.0.0', to: null, paths: ['/', '/goal'] }],
      downloadBytes: 0,
    });
  });

  it('name also an app that is added, and the apps in the order of their names', async () => {
    await publishTest(app, testRemote('mfe-survey', '1.0.0', { paths: ['/survey'] }));
    const { id } = await prepareSet(clientOf(app), ['shell@1.0.1', 'mfe-survey@1.0.0', 'mfe-quiz@1.1.0']);
    expect(await effectsOf(`set=${id}`)).toMatchObject({
      changes: [
        { name: 'mfe-quiz', from: '1.0.0', to: '1.1.0' },
        { name: 'mfe-survey', from: null, to: '1.0.0', paths: ['/survey'] },
        { name: 'shell', from: '1.0.0', to: '1.0.1' },
      ],
    });
  });

  it('are only the visitors if neither a set nor a version is named', async () => {
    expect(await effectsOf('')).toMatchObject({
      changes: [],
      downloadBytes: 0,
      inFlight: [{ number: 1, visitors: 2 }],
    });
  });

  it('are rejected for a set or a version that does not exist', async () => {
    expect(await effectsOf('set=unknown')).toMatchObject({
      detail:
        'There is no set "unknown". "release prepare" prints the id of one that is not live; "release audit" lists the sets that were live.',
    });
    for (const [query, status] of [
      ['set=unknown', 409],
      ['change=mfe-quiz@9.9.9', 409],
      ['change=nothing', 422],
    ] as const)
      expect([query, (await request(query)).status]).toEqual([query, status]);
  });
});
