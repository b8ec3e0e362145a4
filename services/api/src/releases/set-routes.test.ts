import {
  audit,
  prepareSet,
  preview,
  promote,
  status,
  sendCertification,
  verifySet,
} from '@funnel/releases/cli/release-client';

import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

jest.setTimeout(30_000);

describeOnEachEngine('sets that nobody gets yet', (open) => {
  let app: TestApp;
  let first: readonly string[];
  beforeAll(async () => {
    const environment = { REQUIRE_CERTIFICATION: 'true' };
    app = await startTestApp({ database: await open(), environment });
    first = await publishProduct(app);
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0'])
      await publishTest(app, testQuiz(version));
  });
  afterAll(() => app.close());

  const smokeTestOf = (id: string) => `npm run release -- certify ${id}`;

  it('must be walked through before they go live, where that is asked for', async () => {
    const { id } = await prepareSet(clientOf(app), first);
    const never = expect.stringMatching(
      `^The set ${id} was never walked through\\. Run: ${smokeTestOf(id)} Or overrule`,
    );
    await expect(promote(clientOf(app), first)).rejects.toMatchObject({ message: never });
    expect((await verifySet(clientOf(app), id)).reasons).toEqual([never]);

    await sendCertification(clientOf(app), id, { outcome: 'failed', report: 'stuck at /step-3' });
    await expect(promote(clientOf(app), first)).rejects.toMatchObject({
      message: expect.stringContaining(
        `The set ${id} failed its walk through the funnel. Run: ${smokeTestOf(id)}`,
      ),
    });

    const { certification } = await sendCertification(clientOf(app), id, {
      outcome: 'passed',
      report: '25 screens',
    });
    expect(certification).toEqual({
      outcome: 'passed',
      report: '25 screens',
      at: app.context.clock(),
      actor: 'operator',
    });
    expect((await promote(clientOf(app), first)).set).toMatchObject({ id, certification });
  });

  it('each need a walk of their own, or a reason to go without', async () => {
    await expect(promote(clientOf(app), ['mfe-quiz@1.1.0'])).rejects.toMatchObject({
      message: expect.stringMatching(/never walked through/),
    });
    await promote(clientOf(app), ['mfe-quiz@1.1.0'], { force: true, note: 'the site is down' });
    const [move] = (await audit(clientOf(app))).deployments;
    expect(move?.note).toMatch(
      /^the site is down \[forced: The set \w+ was never walked through\. Run: .*\]$/,
    );
  });

  it('can be looked at by a link even before anything is live', async () => {
    const fresh = await startTestApp({ database: app.context.database });
    await fresh.context.database.db.deleteFrom('channels').execute();
    expect((await fresh.request('/')).status).toBe(503);
    const { id } = await prepareSet(clientOf(fresh), [...first.slice(0, 3), 'mfe-checkout@1.0.0']);
    const link = new URL((await preview(clientOf(fresh), id)).url);
    const led = await fresh.request(`/${link.search}`);
    const cookie = led.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    expect((await fresh.request('/', { headers: { cookie } })).status).toBe(200);
    expect(await (await fresh.request('/api/release-set', { headers: { cookie } })).json()).toMatchObject({
      id,
      isPreview: true,
    });
    await fresh.close();
  });

  it('are the same set with the same members, and change nothing that is live', async () => {
    const before = await status(clientOf(app));
    const one = await prepareSet(clientOf(app), [...first, 'mfe-quiz@1.0.0']);
    expect(await prepareSet(clientOf(app), [...first, 'mfe-quiz@1.0.0'])).toEqual(one);
    expect(await status(clientOf(app))).toEqual(before);
    await expect(prepareSet(clientOf(app), ['mfe-quiz@9.9.9'])).rejects.toMatchObject({
      message: 'mfe-quiz@9.9.9 was never published.',
    });
  });

  it('have a number each, even when made at once', async () => {
    const changes = ['mfe-quiz@1.2.0', 'mfe-quiz@1.3.0', 'mfe-quiz@1.4.0', 'mfe-quiz@1.5.0'];
    await promote(clientOf(app), first, { force: true, note: 'again' });
    const sets = await Promise.all(changes.map((change) => prepareSet(clientOf(app), [change])));
    expect(new Set(sets.map(({ number }) => number)).size).toBe(changes.length);
  });

  it.each([
    ['GET', 'verification'],
    ['PUT', 'certification'],
    ['POST', 'preview'],
  ])('are missed where there is none: %s %s', async (method, what) => {
    const answer = await app.request(`/api/releases/sets/ffffffffffff/${what}`, {
      method,
      headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ detail: 'There is no set ffffffffffff.' });
  });
});
