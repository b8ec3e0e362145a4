import { canonicalJson, digestOf, insertBuild } from '@funnel/releases/registry/build-repository';

import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import {
  version,
  screen,
  withScreen,
  hostileScreens,
  hostileStyles,
  hostileManifests,
  withType,
} from './hostile-builds.testkit.ts';
import { prepareSet, promote, verifySet } from './release-calls.testkit.ts';
import {
  clientOf,
  publishProduct,
  publishTest,
  testQuiz,
  testRemote,
  withFiles,
  type TestBuild,
} from './release.testkit.ts';

describeOnEachEngine('a hostile build', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
  });
  afterAll(() => app.close());

  const rejected = (build: TestBuild, message: string) =>
    expect(publishTest(app, build)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining(message),
    });
  const postBuild = (manifest: object) =>
    app.post('/api/releases/builds', manifest, { Authorization: `Bearer ${testOperatorToken}` });

  it.each([
    ['a range of React that takes seconds to read', { react: `${'1 '.repeat(800)}1` }],
    [
      'more titles than screens that it may list',
      { titles: Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`/step-${at}`, 'A title'])) },
    ],
  ])('is rejected with %s', async (_, changes) => {
    expect((await postBuild({ ...testQuiz(version).manifest, ...changes })).status).toBe(422);
  });

  it.each([
    [`const key = "sk_live_${'a1'.repeat(12)}";`, 'a Stripe secret key'],
    [`pay("rk_test_${'a1'.repeat(12)}")`, 'a Stripe secret key'],
    [`sign("whsec_${'a1'.repeat(16)}")`, 'the secret of a webhook'],
    ['-----BEGIN EC PRIVATE KEY-----', 'a private key'],
    ['-----BEGIN PRIVATE KEY-----', 'a private key'],
  ])('is rejected with a file that contains %j', async (text, secret) => {
    await rejected(
      withFiles(testQuiz(version), { 'keys.js': text }),
      `keys.js contains what looks like ${secret}. Remove it from the build, and replace it where it is used.`,
    );
  });

  it.each(hostileScreens)('is rejected with the first screen %j', async (html, rejection) => {
    await rejected(withScreen(html), `The first screen of / ${rejection}`);
  });

  it.each(hostileStyles)('is rejected with the CSS %j', async (css, rejection) => {
    await rejected(testQuiz(version, { css }), 'The CSS of the first screens has');
    await rejected(testQuiz(version, { css }), rejection);
  });

  it.each(hostileManifests)('is rejected with %s', async (_, build, rejection) => {
    await rejected(build, rejection);
  });

  it.each([
    ['a.js', 'text/css; charset=utf-8', 'a .js file must have text/javascript.'],
    ['a.svg', 'text/html', 'a .svg file must have image/svg+xml.'],
    ['a.css', 'text/css; charset=utf-7', 'a .css file must have text/css.'],
    ['a.txt', 'text/html', 'a .txt file must have text/plain.'],
    ['a.xhtml', 'application/xhtml+xml', 'The file a.xhtml has an extension that is not allowed.'],
  ])('is rejected with %s as %s', async (path, type, rejection) => {
    const response = await postBuild(withType(path, type));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(rejection) });
  });

  it.each(['/a.js', 'a//b.js', 'a\\b.js', '%2e%2e/a.js', 'a.js/'])(
    'is rejected with the file path %s',
    async (path) => {
      expect((await postBuild(withType(path, 'text/javascript'))).status).toBe(422);
    },
  );

  it.each(['text/html', 'application/xhtml+xml', 'text/xml', 'application/pdf', ''])(
    'cannot upload a file of the type "%s"',
    async (type) => {
      const response = await app.request(`/api/releases/files/${'a'.repeat(64)}`, {
        method: 'PUT',
        body: '<script>steal()</script>',
        headers: { Authorization: `Bearer ${testOperatorToken}`, 'Content-Type': type },
      });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        detail: `Files of the type "${type}" cannot be published.`,
      });
    },
  );

  it.each(['01.0.0', '1.02.0', '99999999999999999999.0.0'])(
    'is rejected with the version %s, which is not a valid Semantic Version',
    async (number) => {
      const response = await postBuild({ ...testQuiz('1.0.0').manifest, version: number });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        detail: expect.stringContaining(`"${number}" is not a valid Semantic Version`),
      });
    },
  );

  it('is asked for its files before its screens are read', async () => {
    const build = withFiles(testQuiz('6.6.7', { firstScreens: screen('<script>steal()</script>') }), {
      'new.js': 'a file that was never uploaded',
    });
    const response = await postBuild(build.manifest);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'files-missing' });
    await rejected(build, '<script>');
  });

  it('may contain everything that a screen needs', async () => {
    const html =
      '<!-- --><header class="a"><h1 tabindex="-1" id="_R_1_">A<br/>b</h1></header><form action="/goal?from=a#b" ' +
      'method="get" noValidate=""><label for="e">Email</label><input id="e" type="email" name="email" inputMode="email" ' +
      'aria-describedby="h" required=""/><button type="submit" data-x="1">Go</button></form><a href="">Again</a><a href="mailto:a@b.example">' +
      'Write</a><a href="#e">Up</a><img alt="" src="data:image/png;base64,AAAA"/><img alt="" src="/remotes/mfe-quiz/7.0.0/a.png"/>' +
      '<svg viewBox="0 0 8 8"><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
      '<path d="M1 1L-2.5 3e1" fill="url(#g)" stroke="rgb(0 0 0 / 50%)"/><use href="#g"/></svg>';
    const css =
      '@media (min-width:40rem){.a::before{content:"\\201C";width:calc(100% - 1px);background:url("data:image/png;base64,AAAA")}}' +
      '@font-face{font-family:a;src:local("Arial")}.b:not(.c):has(> p){color:var(--a,#fff);transform:translate(1px)}';
    const build = withFiles(testQuiz('7.0.0', { firstScreens: screen(html), css }), { 'a.png': 'png' });
    expect(await publishTest(app, build)).toMatchObject({ outcome: 'published' });
  });

  it('that was stored before a rule existed is rejected by the gates', async () => {
    await promote(clientOf(app), await publishProduct(app));
    const good = testQuiz('1.0.9', { firstScreens: [] });
    await publishTest(app, good);
    const manifest = { ...good.manifest, version, firstScreens: screen('<script>steal()</script>') };
    const row = { name: 'mfe-quiz', version, manifest: canonicalJson(manifest), published_at: 0 };
    await insertBuild(app.context.database.db, { ...row, digest: digestOf(row.manifest) });
    const { id } = await prepareSet(clientOf(app), [`mfe-quiz@${version}`]);
    expect((await verifySet(clientOf(app), id)).reasons).toEqual([
      'mfe-quiz@6.6.6: The container mfe_quiz_1_0_9 does not belong to it; its own is mfe_quiz_6_6_6. Fix it and publish another version.',
      'mfe-quiz@6.6.6: The first screen of / has <script> at line 1, column 1, which is not allowed. Fix it and publish another version.',
      'remoteEntry.js of mfe-quiz@6.6.6 does not define mfe_quiz_6_6_6. Bundle it again under this version.',
    ]);
    await expect(
      promote(clientOf(app), [`mfe-quiz@${version}`], { force: true, note: 'now' }),
    ).rejects.toMatchObject({ code: 'promotion-refused' });
  });

  it.each(['constructor', 'toString', '__proto__'])('cannot have the name %s', async (name) => {
    const { manifest } = testRemote('mfe-named', version);
    const body = { ...manifest, name, container: `${name}_6_6_6` };
    const authorization = `Bearer ${testOperatorToken}`;
    const published = await app.post('/api/releases/builds', body, { authorization });
    expect([published.status, await published.text()]).toEqual([422, expect.stringContaining('"name"')]);
  });

  it('cannot define the container of another member, regardless of their names', async () => {
    await publishTest(app, testRemote('mfe-a', '1.2.3+4567'));
    await publishTest(app, testRemote('mfe-a-1', '2.3.4567'));
    const { id } = await prepareSet(clientOf(app), ['mfe-a@1.2.3+4567', 'mfe-a-1@2.3.4567']);
    expect((await verifySet(clientOf(app), id)).reasons).toContain(
      'The container mfe_a_1_2_3_4567 has more than one owner: mfe-a@1.2.3+4567, mfe-a-1@2.3.4567. Publish one under another version.',
    );
    await expect(
      promote(clientOf(app), ['mfe-a@1.2.3+4567', 'mfe-a-1@2.3.4567'], { force: true, note: 'now' }),
    ).rejects.toMatchObject({ code: 'promotion-refused' });
  });
});
