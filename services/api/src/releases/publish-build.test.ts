import { anExperiment } from '../experiments/experiment.testkit.ts';
import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { integrityOf, publishTest, testQuiz, testRemote, testShell, withFiles } from './release.testkit.ts';

const authorized = { Authorization: `Bearer ${testOperatorToken}` };
const anyFile = { integrity: integrityOf('any'), bytes: 3 };
const urlSafe = (integrity: string) =>
  integrity.replace('sha384-', '').replaceAll('+', '-').replaceAll('/', '_');

describeOnEachEngine('publishing', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
  });
  afterAll(() => app.close());

  const put = (integrity: string, body: string, headers: Record<string, string> = authorized) =>
    app.request(`/api/releases/files/${urlSafe(integrity)}`, { method: 'PUT', body, headers });

  it('lists the files that must be uploaded first', async () => {
    const { manifest } = testQuiz('0.1.0');
    const response = await app.post('/api/releases/builds', manifest, authorized);
    expect(response.status).toBe(409);
    const hashes = Object.values(manifest.files).map(({ integrity }) => integrity);
    expect(await response.json()).toMatchObject({ code: 'files-missing', files: hashes });
  });

  it.each(['paths', 'widgets', 'screens', 'preload'])(
    'rejects a manifest whose %s are more than 300, which every page or set would carry',
    async (list) => {
      const { manifest } = testQuiz('0.2.0');
      const names = Array.from({ length: 301 }, (_, at) => (/path|screen/.test(list) ? `/p${at}` : `p${at}`));
      const response = await app.post('/api/releases/builds', { ...manifest, [list]: names }, authorized);
      expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(list)]);
    },
  );

  it('accepts a manifest with 200 files, and rejects one with 201', async () => {
    const announce = async (count: number) => {
      const { manifest } = testQuiz('0.2.0');
      const file = { ...anyFile, type: 'text/javascript' };
      const others = Object.fromEntries(
        Array.from({ length: count - 3 }, (_, at) => [`chunk-${at}.js`, file]),
      );
      const files = { ...manifest.files, ...others };
      const response = await app.post('/api/releases/builds', { ...manifest, files }, authorized);
      return [response.status, (await response.json()).code];
    };
    expect(await announce(200)).toEqual([409, 'files-missing']);
    expect(await announce(201)).toEqual([422, 'invalid-request']);
  });

  it('names the file that is larger than one upload', async () => {
    const build = withFiles(testQuiz('0.2.0'), { 'p.png': 'p'.repeat(5 * 1024 * 1024 + 1) });
    await expect(publishTest(app, build)).rejects.toMatchObject({
      code: 'too-large',
      message: 'p.png: The body may have 5242880 bytes at most',
    });
  });

  it('gives 20 reasons and the number of the others', async () => {
    const { manifest } = testQuiz('0.2.0');
    const reasonsOf = async (count: number) => {
      const preload = Array.from({ length: count }, (_, at) => `missing-${at}.js`);
      const response = await app.post('/api/releases/builds', { ...manifest, preload }, authorized);
      expect(response.status).toBe(422);
      const { reasons }: { reasons: string[] } = await response.json();
      return [reasons.length, reasons.at(-1)];
    };
    expect(await reasonsOf(300)).toEqual([21, 'And 280 more.']);
    expect(await reasonsOf(20)).toEqual([20, expect.stringContaining('loads missing-19.js')]);
  });

  it('has no versions to list before the first one, and says so', async () => {
    const response = await app.request('/api/releases/builds?name=mfe-quiz', { headers: authorized });
    expect([response.status, (await response.json()).detail]).toEqual([
      404,
      'No version of "mfe-quiz" has been published. Published apps: none.',
    ]);
  });

  it('accepts a manifest with all that a remote may have, however deep it is', async () => {
    const topBar = { back: { to: '/goal', history: true }, counter: null, progress: null, hidden: false };
    const screen = { path: '/', title: 'Quiz', topBar, html: '<h1>Quiz</h1>' };
    const [control] = anExperiment.arms;
    const variant = { name: 'question', weight: 1, settings: { variants: { 'quiz/heading': 'question' } } };
    const arms = [...(control ? [control] : []), variant];
    const build = testQuiz('0.3.0', {
      locales: { de: { firstScreens: [screen], preload: [] } },
      experiments: [{ ...anExperiment, name: 'quiz/heading', arms }],
    });
    expect(await publishTest(app, build)).toMatchObject({ outcome: 'published' });
  });

  it.each(['name=mfe-quiz&name=shell', 'app=mfe-quiz'])('lists no versions for ?%s', async (query) => {
    const response = await app.request(`/api/releases/builds?${query}`, { headers: authorized });
    expect([response.status, (await response.json()).code]).toEqual([422, 'invalid-request']);
  });

  it('limits a token after too many rejected manifests, and no other token', async () => {
    const limited = await startTestApp({
      database: await open(),
      environment: {
        RATE_LIMIT_PER_MINUTE: '3',
        OPERATOR_TOKEN: 'anna:first-token-0123456789,ben:second-token-0123456789',
      },
    });
    const publish = async (token: string, body: object) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await limited.post('/api/releases/builds', body, headers)).status;
    };
    const [anna, ben] = ['anna:first-token-0123456789', 'ben:second-token-0123456789'];
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push(await publish(anna, { name: 'mfe-quiz' }));
    expect(statuses).toEqual([422, 422, 422, 429, 429]);
    expect(await publish(anna, testQuiz('0.1.0').manifest)).toBe(429);
    // Each publication begins with the question which files are missing.
    for (let at = 0; at < 4; at++) expect(await publish(ben, testQuiz('0.1.0').manifest)).toBe(409);
    await limited.close();
  });

  it('limits a token after too many repeats of a published build, and no other token', async () => {
    const build = testRemote('mfe-repeated', '1.0.0');
    await publishTest(app, build);
    const limited = await startTestApp({
      database: await open(),
      environment: {
        RATE_LIMIT_PER_MINUTE: '3',
        OPERATOR_TOKEN: 'cora:third-token-0123456789,dan:fourth-token-0123456789',
      },
    });
    const publish = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await limited.post('/api/releases/builds', build.manifest, headers);
      return [response.status, Object(await response.json()).outcome];
    };
    const [cora, dan] = ['cora:third-token-0123456789', 'dan:fourth-token-0123456789'];
    for (let at = 0; at < 3; at++) expect(await publish(cora)).toEqual([200, 'unchanged']);
    for (let at = 0; at < 2; at++) expect(await publish(cora)).toEqual([429, undefined]);
    expect(await publish(dan)).toEqual([200, 'unchanged']);
    await limited.close();
  });

  it('does not limit a token that was asked to wait, which is no fault of its builds', async () => {
    const limited = await startTestApp({
      database: await open(),
      environment: { RATE_LIMIT_PER_MINUTE: '3' },
    });
    const today = { name: 'mfe-busy', digest: 'x', manifest: '{}', published_at: Date.now() };
    const published = Array.from({ length: 100 }, (_, at) => ({ ...today, version: `1.0.${at}` }));
    const { db } = limited.context.database;
    await db.insertInto('builds').values(published).execute();
    const publish = (body: object) => limited.post('/api/releases/builds', body, authorized);
    for (let at = 0; at < 4; at++) {
      const rejected = await publish(testRemote('mfe-busy', '2.0.0').manifest);
      expect([rejected.status, (await rejected.json()).detail]).toEqual([
        429,
        '100 versions of mfe-busy were published within a day; 100 is the limit.',
      ]);
    }
    expect((await publish(testRemote('mfe-survey', '1.0.0').manifest)).status).toBe(409);
    await db.deleteFrom('builds').where('name', '=', 'mfe-busy').execute();
    await limited.close();
  });

  it('stores a build once, and reports a repeat as unchanged', async () => {
    expect(await publishTest(app, testQuiz('1.0.0'))).toMatchObject({ outcome: 'published' });
    expect(await publishTest(app, testQuiz('1.0.0'))).toMatchObject({ outcome: 'unchanged' });
  });

  it('treats the same content with another order of keys as unchanged', async () => {
    await publishTest(app, testQuiz('1.0.1'));
    const { manifest, texts } = testQuiz('1.0.1');
    const reversed = { ...manifest, files: Object.fromEntries(Object.entries(manifest.files).reverse()) };
    expect(await publishTest(app, { manifest: reversed, texts })).toMatchObject({ outcome: 'unchanged' });
  });

  it('rejects different content under an existing version', async () => {
    await publishTest(app, testQuiz('2.0.0'));
    await expect(publishTest(app, testQuiz('2.0.0', { paths: ['/', '/other'] }))).rejects.toMatchObject({
      code: 'version-taken',
      message:
        'mfe-quiz@2.0.0 was already published with other content. Raise its version, and build it again.',
    });
  });

  it('accepts the same version twice at once, and only one of two different builds', async () => {
    const same = await Promise.all([
      publishTest(app, testQuiz('3.0.0')),
      publishTest(app, testQuiz('3.0.0')),
    ]);
    expect(same.map(({ version }) => version)).toEqual(['3.0.0', '3.0.0']);
    await publishTest(app, testQuiz('3.0.9'));
    const other = await Promise.allSettled(
      ['/a', '/b'].map((path) => publishTest(app, testQuiz('3.1.0', { paths: ['/', path] }))),
    );
    expect(other.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('stores bytes only under their own hash', async () => {
    const wrong = await put(integrityOf('one'), 'two');
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({ detail: expect.stringContaining(integrityOf('two')) });
    expect((await put(integrityOf('one'), 'one')).status).toBe(201);
    expect((await put(integrityOf('one'), 'one')).status).toBe(200);
  });

  it('accepts files of up to five megabytes', async () => {
    const limit = 5 * 1024 * 1024;
    const largest = 'x'.repeat(limit);
    expect(
      (await put(integrityOf(largest), largest, { ...authorized, 'Content-Type': 'font/woff2' })).status,
    ).toBe(201);
    expect((await put(integrityOf(`${largest}y`), `${largest}y`)).status).toBe(413);
  });

  it('requires an operator', async () => {
    expect((await put(integrityOf('x'), 'x', {})).status).toBe(401);
    for (const path of ['builds', 'promotions', 'rollbacks']) {
      expect((await app.post(`/api/releases/${path}`, {})).status).toBe(401);
    }
    for (const path of ['builds', 'status', 'audit']) {
      expect((await app.request(`/api/releases/${path}`)).status).toBe(401);
    }
  });

  it.each([
    [
      'an entry that is not among the files',
      testQuiz('5.0.0', { entry: 'lost.js' }),
      'mfe-quiz@5.0.0 loads lost.js, but lists no hash for it as a script or style. Build it again with the repository’s own build, and publish that.',
    ],
    [
      'a preload that is not among the files',
      testQuiz('5.0.0', { preload: ['lost.css'] }),
      expect.stringMatching(/^mfe-quiz@5\.0\.0 loads lost\.css, but lists no hash/),
    ],
    [
      'a preload of another language that is not among the files',
      testQuiz('5.0.0', { locales: { de: { firstScreens: [], preload: ['de.js'] } } }),
      expect.stringMatching(/^mfe-quiz@5\.0\.0 loads de\.js, but lists no hash/),
    ],
    [
      'a script with another type, for which browsers would get no hash',
      testQuiz('5.0.0', {
        files: { ...testQuiz('5.0.0').manifest.files, 'remote.1.js': { ...anyFile, type: 'image/png' } },
      }),
      expect.stringMatching(/^mfe-quiz@5\.0\.0 loads remote\.1\.js, but lists no hash/),
    ],
    [
      'a chunk that the entry loads and the manifest omits',
      withFiles(testQuiz('5.0.0'), { 'remoteEntry.js': 'var mfe_quiz_5_0_0;u=()=>"remote.78a8482d.js"' }),
      expect.stringMatching(/^mfe-quiz@5\.0\.0 loads remote\.78a8482d\.js, but lists no hash/),
    ],
    [
      'a style sheet that the entry loads and the manifest omits',
      withFiles(testQuiz('5.0.0'), { 'remoteEntry.js': 'var mfe_quiz_5_0_0;u=()=>"remote.78a8482d.css"' }),
      expect.stringMatching(/^mfe-quiz@5\.0\.0 loads remote\.78a8482d\.css, but lists no hash/),
    ],
    [
      'an entry that was bundled under another version',
      withFiles(testQuiz('5.0.0'), { 'remoteEntry.js': 'var mfe_quiz_4_9_0;' }),
      'remoteEntry.js of mfe-quiz@5.0.0 does not define mfe_quiz_5_0_0. Bundle it again under this version.',
    ],
    [
      'a first screen of a path that it does not own',
      testQuiz('5.0.0', { paths: ['/goal'] }),
      'It prerenders the first screen of /, a path that it does not own. Add the path to `paths`, or remove it from `firstScreens`.',
    ],
    [
      'a first screen in another language of a path that it does not own',
      testQuiz('5.0.0', {
        locales: {
          de: {
            firstScreens: testQuiz('5.0.0').manifest.firstScreens.map((screen) => ({
              ...screen,
              path: '/final',
            })),
            preload: [],
          },
        },
      }),
      'It prerenders the first screen of /final, a path that it does not own. Add the path to `paths`, or remove it from `firstScreens`.',
    ],
    [
      'a screen of a path that it does not own',
      testQuiz('5.0.0', { screens: ['/', '/final'] }),
      'It lists the screen /final, a path that it does not own. Add the path to `paths`, or remove it from `screens`.',
    ],
    [
      'a title of a path that it does not own',
      testQuiz('5.0.0', { titles: { '/final': 'Offer' } }),
      'It has a title for /final, a path that it does not own. Add the path to `paths`, or remove it from `titles`.',
    ],
    [
      'a size that is not that of the bytes',
      testQuiz('5.0.0', {
        files: Object.fromEntries(
          Object.entries(testQuiz('5.0.0').manifest.files).map(([path, file]) => [
            path,
            { ...file, bytes: -5 },
          ]),
        ),
      }),
      expect.stringMatching(/^remoteEntry\.js has \d+ bytes, and the manifest states -5\./),
    ],
    ['a remote called shell', testRemote('shell', '5.0.0'), 'A remote cannot be called shell.'],
    [
      'an invalid React range',
      testQuiz('5.0.0', { react: 'newest' }),
      '"newest" is not a range of React versions. Use one such as ^19.0.0.',
    ],
    [
      'a layout without a slot for the screen',
      testShell('5.0.0', { frames: { bar: '<main></main>' } }),
      'The layout "bar" has no {{screen}} slot.',
    ],
    [
      'a layout in another language without a slot for the screen',
      testShell('5.0.0', { locales: { de: { frames: { bar: '<main></main>' }, preload: [] } } }),
      'The layout "bar" has no {{screen}} slot.',
    ],
  ])('rejects %s', async (_, build, message) => {
    await expect(publishTest(app, build)).rejects.toMatchObject({ code: 'invalid-request', message });
  });
});
