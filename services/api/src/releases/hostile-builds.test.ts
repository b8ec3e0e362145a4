import type { RemoteManifest } from '@funnel/contracts/release';
import { canonicalJson, digestOf, insertBuild } from '@funnel/releases/registry/build-repository';

import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { prepareSet, promote, verifySet } from './release-calls.testkit.ts';
import {
  clientOf,
  publishProduct,
  publishTest,
  testQuiz,
  testRemote,
  testShell,
  withFiles,
  type TestBuild,
} from './release.testkit.ts';

const version = '6.6.6';
const topBar = { back: null, counter: null, progress: null, hidden: false };
const screen = (html: string): RemoteManifest['firstScreens'] => [{ path: '/', title: 'T', topBar, html }];
const withScreen = (html: string) => testQuiz(version, { firstScreens: screen(html) });
const backTo = (to: string) =>
  testQuiz(version, {
    firstScreens: [{ path: '/', title: 'T', topBar: { ...topBar, back: { to, history: false } }, html: '' }],
  });

/** HTML of a first screen with the expected finding. */
const hostileScreens: readonly (readonly [html: string, rejection: string])[] = [
  ['<p>Hello</p>\n<script>steal()</script>', 'has <script> at line 2, column 1, which is not allowed'],
  ['<meta http-equiv="refresh" content="0;url=https://evil.example">', 'has <meta> at line 1, column 1,'],
  [
    '<select><svg><textarea><p><script src="/remotes/mfe-quiz/1.0.0/x.js"></script></textarea></svg></select>',
    'has <select> at line 1, column 1,',
  ],
  ['</main><p>x</p>', 'has </main> at line 1, column 1, which closes no open element'],
  ['<button type="button">Go', 'does not close its <button>'],
  ['<a href="/goal">Go', 'does not close its <a>'],
  ['<p>x</p></body><p>y</p>', 'has </body> at line 1, column 9, which closes no open element'],
  ['<p id="mfe_checkout_1_0_0">x</p>', 'has <p id="mfe_checkout_1_0_0"> at line 1, column 1,'],
  ['<svg onload="steal()"></svg>', 'has <svg onload> at line 1, column 1,'],
  ['<style>p{background:url(https://evil.example)}</style>', 'has <style> at line 1, column 1,'],
  ['<p style="background:url(https://evil.example)">a</p>', 'has <p style> at line 1, column 1,'],
  [
    '<form action="https://evil.example/"><input type="email"></form>',
    'has <form action="https://evil.example/"> at line 1, column 1,',
  ],
  [
    '<form action="/goal"><button formaction="//evil.example/">Go</button></form>',
    'has <button formaction="//evil.example/"> at line 1, column 22,',
  ],
  ['<base href="https://evil.example/">', 'has <base> at line 1, column 1,'],
  [
    '<a href="data:text/html,<script>steal()</script>">a</a>',
    'has <a href="data:text/html,<script>steal()</script>"> at line 1, column 1,',
  ],
  ['<div><a href="javascript:steal()">a</a></div>', 'has <a href="javascript:steal()"> at line 1, column 6,'],
  [
    '<a href="&#106;ava&#10;script:steal()">a</a>',
    'has <a href="java\nscript:steal()"> at line 1, column 1,',
  ],
  ['<a href="https://evil.example/">a</a>', 'has <a href="https://evil.example/"> at line 1, column 1,'],
  ['<a href="/\\evil.example">a</a>', 'has <a href="/\\evil.example"> at line 1, column 1,'],
  ['<a href="/console">a</a>', 'has <a href="/console"> at line 1, column 1,'],
  ['<link rel="stylesheet" href="https://evil.example/a.css">', 'has <link> at line 1, column 1,'],
  ['<iframe srcdoc="<script>steal()</script>"></iframe>', 'has <iframe> at line 1, column 1,'],
  ['<object data="/remotes/mfe-quiz/1.0.0/a.svg"></object>', 'has <object> at line 1, column 1,'],
  ['<embed src="/a.svg">', 'has <embed> at line 1, column 1,'],
  ['<template><p>later</p></template>', 'has <template> at line 1, column 1,'],
  ['<img src="https://evil.example/pixel.gif" alt="">', 'has <img src="https://evil.example/pixel.gif"> at'],
  [
    '<img src="/remotes/mfe-quiz/6.6.6/../../a.png" alt="">',
    'has <img src="/remotes/mfe-quiz/6.6.6/../../a.png">',
  ],
  [
    '<img src="/remotes/mfe-pricing/6.6.6/a.png" alt="">',
    'has <img src="/remotes/mfe-pricing/6.6.6/a.png"> at line 1, column 1,',
  ],
  [
    '<img src="/remotes/mfe-quiz/1.0.0/a.png" alt="">',
    'has <img src="/remotes/mfe-quiz/1.0.0/a.png"> at line 1, column 1,',
  ],
  ['<img srcset="https://evil.example/a.png 1x" alt="">', 'has <img srcset> at line 1, column 1,'],
  ['<img src="x" onerror="steal()" alt="">', 'has <img src="x"> at line 1, column 1,'],
  ['<button autofocus onfocus="steal()">a</button>', 'has <button onfocus> at line 1, column 1,'],
  ['<video poster="https://evil.example/a.png"></video>', 'has <video> at line 1, column 1,'],
  ['<svg><foreignObject><p>a</p></foreignObject></svg>', 'has <foreignobject> at line 1, column 6,'],
  ['<svg><script href="data:,steal()"></script></svg>', 'has <script> at line 1, column 6,'],
  [
    '<svg><use xlink:href="https://evil.example/a.svg#b"/></svg>',
    'has <use xlink:href="https://evil.example/a.',
  ],
  [
    '<svg><animate attributeName="href" values="javascript:steal()"/></svg>',
    'has <animate> at line 1, column 6,',
  ],
  [
    '<svg><rect fill="url(https://evil.example/a#b)"/></svg>',
    'has <rect fill="url(https://evil.example/a#b)"> at',
  ],
  ['<svg><style>@import "https://evil.example"</style></svg>', 'has <style> at line 1, column 6,'],
  ['<math><mtext><table><mglyph><style><!--</style><img title="-->">', 'has <math> at line 1, column 1,'],
  ['<body onload="steal()">', 'has <body> at line 1, column 1,'],
  [
    '</div></body><frameset><frame src="//evil.example"></frameset>',
    'has </div> at line 1, column 1, which closes no open element',
  ],
  ['<noscript><p title="</noscript><img src=x onerror=steal()>">', 'has <noscript> at line 1, column 1,'],
  ['<div id="release-set">{"remotes":[]}</div>', 'has <div id="release-set"> at line 1, column 1,'],
  ['<div id="public-config">{}</div>', 'has <div id="public-config"> at line 1, column 1,'],
  ['<p id="root">x</p>', 'has <p id="root"> at line 1, column 1,'],
  ['<p id="stage">x</p>', 'has <p id="stage"> at line 1, column 1,'],
  ['<a href="{{back}}">Back</a>', 'has <a href="{{back}}"> at line 1, column 1,'],
  ['<img name="currentScript" alt="">', 'has <img name> at line 1, column 1,'],
  ['</div><div>', 'has </div> at line 1, column 1, which closes no open element'],
  ['<p title="a', 'is not well-formed'],
  ['<b>'.repeat(2000), 'has too many elements, or too many inside each other'],
  ['<br>'.repeat(5001), 'has too many elements, or too many inside each other'],
  ['<input type="password">', 'has <input type="password"> at line 1, column 1,'],
  ['<input type="file">', 'has <input type="file"> at line 1, column 1,'],
];

const hostileStyles: readonly (readonly [css: string, rejection: string])[] = [
  ['@import "https://evil.example/a.css";', 'has @import at line 1, column 1, which is not allowed'],
  ['p{}\n@\\69mport "//evil.example";', 'has @import at line 2, column 1,'],
  ['p{background:url(https://evil.example/a)}', 'has url(https://evil.example/a) at line 1, column 14,'],
  ['p{background:url("//evil.example/a")}', 'has url("//evil.example/a") at line 1, column 14,'],
  ['p{background:\\75 rl(//evil.example)}', 'at line 1, column 14,'],
  ['p{background:-webkit-url("//evil.example/a")}', 'has url("//evil.example/a") at line 1, column 14,'],
  ['p{--a:url(https://evil.example/a)}', 'has url(https://evil.example/a) at line 1, column 7,'],
  ['p{background:image-set("https://evil.example/a" 1x)}', 'has image-set() at line 1, column 14,'],
  ['p{width:expression(steal())}', 'has expression() at line 1, column 9,'],
  ['p{}</style><script>steal()</script>', 'has </style><s at line 1, column 4,'],
  ['p{content:"</style>"}', 'has </style>"} at line 1, column 12,'],
  ['p{}<!-- ', 'has <!-- at line 1, column 4,'],
  ['p{color:red', 'has an unbalanced red at line 1, column 9,'],
  ['p{}/* open', 'has /* open at line 1, column 4,'],
];

const hostileManifests: readonly (readonly [what: string, build: TestBuild, rejection: string])[] = [
  [
    'a file path with dot segments',
    withFiles(testQuiz(version), { 'a/../../b.js': 'run()' }),
    'The file path a/../../b.js is not a clean relative path.',
  ],
  [
    'a file path of one dot',
    withFiles(testQuiz(version), { './b.js': 'run()' }),
    'The file path ./b.js is not',
  ],
  [
    'a path of the service’s own',
    testQuiz(version, { paths: ['/', '/api/leads'] }),
    '/api/leads is not a path that a remote may use: it is reserved, or not canonical.',
  ],
  ['the console’s path', testQuiz(version, { paths: ['/', '/console'] }), '/console is not a path'],
  ['the path of published files', testQuiz(version, { paths: ['/', '/remotes'] }), '/remotes is not a path'],
  ['the path of the shell’s files', testQuiz(version, { paths: ['/', '/assets'] }), '/assets is not a path'],
  ['the path of brand files', testQuiz(version, { paths: ['/', '/brand'] }), '/brand is not a path'],
  ['the path of the health check', testQuiz(version, { paths: ['/', '/healthz'] }), '/healthz is not a path'],
  ['the path of metrics', testQuiz(version, { paths: ['/', '/metrics'] }), '/metrics is not a path'],
  ['the path of readiness', testQuiz(version, { paths: ['/', '/readyz'] }), '/readyz is not a path'],
  ['a doubled slash', testQuiz(version, { paths: ['/', '//evil'] }), '//evil is not a path'],
  ['a slash at the end', testQuiz(version, { screens: ['/goal/'] }), '/goal/ is not a path'],
  ['a back link to another site', backTo('https://evil.example/'), 'https://evil.example/ is not a path'],
  ['a back link that runs a script', backTo('javascript:steal()'), 'javascript:steal() is not a path'],
  [
    'a document among the files',
    withFiles(testQuiz(version), { 'page.html': '<script>steal()</script>' }),
    'The file page.html has an extension that is not allowed.',
  ],
  ['a PDF', withFiles(testQuiz(version), { 'a.pdf': '%PDF' }), 'The file a.pdf has an extension that is not'],
  [
    'another remote’s container',
    testQuiz(version, { container: 'mfe_checkout_1_0_0' }),
    'The container mfe_checkout_1_0_0 does not belong to it; its own is mfe_quiz_6_6_6.',
  ],
  [
    'a script in a first screen of another language',
    testQuiz(version, { locales: { de: { firstScreens: screen('<script></script>'), preload: [] } } }),
    'The first screen of / (de) has <script> at line 1, column 1, which is not allowed.',
  ],
  [
    'more first screens than are checked of one build',
    testQuiz(version, { firstScreens: Array.from({ length: 201 }, () => screen('')).flat() }),
    'It has 201 first screens or layouts; 200 is the limit.',
  ],
  [
    'CSS that is too long to be read',
    testQuiz(version, { css: ' '.repeat(128 * 1024 + 1) }),
    'The CSS of the first screens has more than 131072 characters.',
  ],
  [
    'a layout with a script',
    testShell(version, { frames: { bar: '<main id="stage">{{screen}}</main><script></script>' } }),
    'The layout bar has <script> at line 1, column 35, which is not allowed.',
  ],
  [
    'a layout with the screen in an attribute',
    testShell(version, { frames: { bar: '<main class="{{screen}}">{{screen}}</main>' } }),
    'The layout bar has <main class="{{screen}}"> at line 1, column 1, which is not allowed.',
  ],
  [
    'a layout with the way back in an attribute that is no link',
    testShell(version, { frames: { bar: '<main title="{{back}}">{{screen}}</main>' } }),
    'The layout bar has <main title="{{back}}"> at line 1, column 1, which is not allowed.',
  ],
  [
    'a script in a layout of another language',
    testShell(version, {
      locales: { de: { frames: { bar: '<main>{{screen}}</main><script></script>' }, preload: [] } },
    }),
    'The layout bar (de) has <script> at line 1, column 24, which is not allowed.',
  ],
  [
    'a layout’s CSS from another site',
    testShell(version, { css: '@import "//evil.example";' }),
    'The CSS of the layout has @import at line 1, column 1, which is not allowed.',
  ],
  [
    'more files than one build may have',
    withFiles(
      testQuiz(version),
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}.js`, ''])),
    ),
    'It lists 203 files; 200 is the limit.',
  ],
  [
    'more bytes than one build may have',
    withFiles(testQuiz(version), {
      'a.png': 'a'.repeat(5 * 1024 * 1024),
      'b.png': 'b'.repeat(5 * 1024 * 1024),
    }),
    'bytes together; 10485760 is the limit for one build.',
  ],
];

const withType = (path: string, type: string) => {
  const build = withFiles(testQuiz(version), { [path]: 'p{}' });
  const file = { integrity: build.manifest.files[path]?.integrity ?? '', bytes: 3, type };
  return { ...build.manifest, files: { ...build.manifest.files, [path]: file } };
};

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
  });
});
