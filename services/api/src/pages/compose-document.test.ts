import { createHash } from 'node:crypto';

import { releaseSetSchema } from '@funnel/contracts/release';
import { toReleasedRemote } from '@funnel/release-kit/federation/released-remote';
import type { ComposedSet } from '@funnel/releases/visitors/compose-set';

import { readConfig } from '../platform/config.ts';
import { integrityOf, testPricing, testQuiz, testShell, withFiles } from '../releases/release.testkit.ts';
import { composeDocument } from './compose-document.ts';
import { documentHeaders } from './document-headers.ts';
import { publicConfig } from './public-config.ts';

const emptyBar = { back: null, counter: null, progress: null, hidden: false };
const english = { locale: 'en', hasConsentBanner: false };
const config = publicConfig(readConfig({ NODE_ENV: 'test' }), 'USD');
const quizWith = (over: Partial<(typeof quiz.firstScreens)[number]>) => ({
  ...quiz,
  firstScreens: quiz.firstScreens.map((screen) => ({ ...screen, ...over })),
});
const quiz = testQuiz('1.0.0+ab12').manifest;

function composedSet(first = quiz, shell = testShell('1.0.0').manifest): ComposedSet {
  const remotes = [first, testPricing('1.0.0').manifest];
  return {
    shell,
    remotes,
    set: { id: 'abc', number: 1, shell: shell.version, remotes: remotes.map(toReleasedRemote), previous: [] },
  };
}

it('consists of the layout, the first screen, both styles, the scripts and the data', () => {
  const { html, status } = composeDocument(composedSet(), '/', config, english);
  const shellHash = integrityOf(testShell('1.0.0').texts['shell.js'] ?? '');
  const preload = (kind: string, path: string) =>
    `<link rel="preload" as="${kind}" href="/remotes/mfe-quiz/1.0.0+ab12/${path}" integrity="${quiz.files[path]?.integrity}" crossorigin="anonymous" fetchpriority="low">`;
  const [set = '', settings = ''] = [
    ...html.matchAll(/<script type="application\/json" id="[a-z-]+">(.*?)<\/script>/g),
  ].map(([, json]) => json);
  expect(status).toBe(200);
  expect(html.replace(set, 'SET').replace(settings, 'CONFIG')).toBe(
    [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
      '<title>Quiz 1.0.0+ab12 · Candela</title><meta name="theme-color" content="#FBFAF7">',
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      '<style>body{margin:0}</style><style>h1{margin:0}</style>',
      `<script src="/assets/1.0.0/shell.js" integrity="${shellHash}" crossorigin="anonymous" defer></script>`,
      '</head><body><div id="root"><header></header><main id="stage"><h1>Quiz 1.0.0+ab12</h1></main></div>',
      preload('script', 'remoteEntry.js') +
        preload('script', 'remote.1.js') +
        preload('style', 'remote.1.css'),
      '<script type="application/json" id="release-set">SET</script>',
      '<script type="application/json" id="public-config">CONFIG</script></body></html>',
    ].join(''),
  );
  expect(releaseSetSchema.parse(JSON.parse(set))).toEqual(composedSet().set);
  expect(JSON.parse(settings)).toEqual(config);
});

it.each([
  [
    'en',
    'https://quiz.example.com',
    'https://quiz.example.com/brand/social-en.png',
    '28-Day Trading Challenge · Candela',
  ],
  [
    'de',
    'https://quiz.example.com',
    'https://quiz.example.com/brand/social-de.png',
    '28-Tage-Trading-Challenge · Candela',
  ],
])(
  'has the icons, the web manifest and the preview of a shared link, in %s',
  (locale, origin, picture, title) => {
    const names = [
      'favicon.ico',
      'favicon.svg',
      'apple-touch-icon.png',
      'site.webmanifest',
      'social-en.png',
      'social-de.png',
    ];
    const shell = withFiles(
      testShell('1.0.0'),
      Object.fromEntries(names.map((name) => [name, name])),
    ).manifest;
    const { html } = composeDocument(composedSet(quiz, shell), '/', config, { ...english, locale, origin });
    for (const tag of [
      '<link rel="icon" href="/favicon.ico" sizes="32x32">',
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
      '<link rel="manifest" href="/brand/site.webmanifest">',
      '<meta name="theme-color" content="#FBFAF7">',
      `<meta property="og:title" content="${title}">`,
      `<meta property="og:image" content="${picture}">`,
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:height" content="630">',
      '<meta name="twitter:card" content="summary_large_image">',
    ])
      expect(html).toContain(tag);
  },
);

it('has no picture of a shared link without an origin, because its URL must be absolute', () => {
  const shell = withFiles(testShell('1.0.0'), { 'social-en.png': 'social-en.png' }).manifest;
  const { html } = composeDocument(composedSet(quiz, shell), '/', config, english);
  expect(html).toContain('<meta property="og:title" content="28-Day Trading Challenge · Candela">');
  expect(html).not.toMatch(/og:image|twitter:card/);
});

it.each([
  ['4 / 17', '<b>4 / 17</b><i>Step 4 of 17</i>'],
  ['1 / "2"', '<b>1 / &quot;2&quot;</b><i>Step 1 of &quot;2&quot;</i>'],
])('fills the counter %s, which layouts show and say in words', (counter, expected) => {
  const shell = testShell('1.0.0', {
    frames: { 'bar-counter': '<b>{{step}} / {{steps}}</b><i>Step {{step}} of {{steps}}</i>' },
  }).manifest;
  const topBar = { back: null, counter, progress: null, hidden: false };
  const { html } = composeDocument(composedSet(quizWith({ topBar }), shell), '/', config, english);
  expect(html).toContain(`<div id="root">${expected}</div>`);
});

it('keeps the top bar of an older shell, which has no layout with the consent banner', () => {
  const frames = { bar: '<header></header>', 'bar-counter': '<header>{{counter}}</header>' };
  const topBar = { back: null, counter: '4 / 17', progress: null, hidden: false };
  const composed = composedSet(quizWith({ topBar }), testShell('1.0.0', { frames }).manifest);
  const { html } = composeDocument(composed, '/', config, { ...english, hasConsentBanner: true });
  expect(html).toContain('<div id="root"><header>4 / 17</header></div>');
});

it('fills the top bar of a shell with one slot for the counter', () => {
  const topBar = {
    back: { to: '/?a=1&b', history: true },
    counter: '7 / "17"',
    progress: 41.5,
    hidden: false,
  };
  const { html } = composeDocument(composedSet(quizWith({ topBar, html: '{{back}}' })), '/', config, english);
  expect(html).toContain(
    '<header><a href="/?a=1&amp;b">Back</a>7 / &quot;17&quot;<progress max="100" value="41.5"></progress></header><main id="stage">{{back}}</main>',
  );
});

describe('the consent banner', () => {
  const shell = testShell('1.0.0', {
    frames: {
      bar: '<header></header>{{screen}}',
      'bar-consent': '<header></header><section>May we?</section>{{screen}}',
    },
  }).manifest;
  const page = (path: string, hasConsentBanner: boolean) =>
    composeDocument(composedSet(quiz, shell), path, config, { locale: 'en', hasConsentBanner }).html;

  it('is above the first screen', () => {
    expect(page('/', true)).toContain('<section>May we?</section><h1>Quiz');
    expect(page('/', false)).not.toContain('May we?');
  });

  it('is left to the scripts if there is no first screen', () => {
    expect(page('/final', true)).not.toContain('May we?');
  });

  it('is omitted for a shell without it', () => {
    expect(
      composeDocument(composedSet(), '/', config, { locale: 'en', hasConsentBanner: true }).html,
    ).toContain('<h1>Quiz');
  });
});

describe('a page in another language', () => {
  const german = { locale: 'de', hasConsentBanner: false };
  const texts = { 'de.1.js': 'german' };
  const hash = (text: string) => `integrity="${integrityOf(text)}"`;
  const frames = { bar: '<header>Zurück</header><main id="stage">{{screen}}</main>' };
  const build = withFiles(testShell('1.0.0', { locales: { de: { frames, preload: ['de.1.js'] } } }), texts);
  const shell = build.manifest;
  const translated = withFiles({ manifest: quiz, texts: {} }, texts).manifest;
  const screen = { path: '/', title: 'Frage', topBar: emptyBar, html: '<h1>Frage</h1>' };
  const germanQuiz = { ...translated, locales: { de: { firstScreens: [screen], preload: ['de.1.js'] } } };

  it('has the layout, the screen, the title and the texts of that language', () => {
    const { html } = composeDocument(composedSet(germanQuiz, shell), '/', config, german);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<title>Frage · Candela</title>');
    expect(html).toContain('<header>Zurück</header><main id="stage"><h1>Frage</h1></main>');
    expect(html).toContain(
      '<link rel="preload" as="script" href="/assets/1.0.0/de.1.js" fetchpriority="low">',
    );
    expect(html).toContain(`href="/remotes/mfe-quiz/1.0.0+ab12/de.1.js" ${hash('german')}`);
  });

  it('marks a remote without the language as English', () => {
    const { html } = composeDocument(composedSet(quiz, shell), '/', config, german);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<main id="stage"><div lang="en"><h1>Quiz 1.0.0+ab12</h1></div></main>');
  });

  it('loads nothing of a language that the page is not in', () => {
    const { html } = composeDocument(composedSet(germanQuiz, shell), '/', config, english);
    expect(html.match(/rel="preload"[^>]*de\.1\.js/)).toBeNull();
    expect(html).toContain('<html lang="en">');
    // The hash of a file that the page loads allows it, and others would only make the page larger.
    const allowed = (language: typeof english) =>
      composeDocument(composedSet(germanQuiz, shell), '/', config, language).html.includes(
        'de.1.js":"sha384-',
      );
    expect([english, german].map(allowed)).toEqual([false, true]);
  });
});

it.each(['/goal', '/final'])(
  'shows an empty bar and no screen at %s, which no build has prerendered',
  (path) => {
    const { html, status } = composeDocument(composedSet(), path, config, english);
    expect(status).toBe(200);
    expect(html).toContain('<title>Candela</title>');
    expect(html).toContain('<div id="root"><header></header><main id="stage"></main></div>');
  },
);

it.each(['/final', '/unknown'])(
  'shows the layout of the shell for a page without a first screen at %s',
  (path) => {
    const frames = {
      bar: '<header></header><main id="stage">{{screen}}</main>',
      waiting: '<header></header><main id="stage">{{screen}}<p>Still loading</p></main>',
    };
    const composed = composedSet(quiz, testShell('1.0.0', { frames }).manifest);
    const page = (at: string) => composeDocument(composed, at, config, english).html;
    expect(page(path)).toContain('<main id="stage"><p>Still loading</p></main>');
    expect(page('/')).not.toContain('Still loading');
  },
);

it('preloads only files of the remote that owns the path', () => {
  const { html } = composeDocument(composedSet(), '/final', config, english);
  expect([...html.matchAll(/rel="preload".*?href="\/remotes\/([^/]+)/g)].map(([, name]) => name)).toEqual(
    Array(3).fill('mfe-pricing'),
  );
  expect(composeDocument(composedSet(), '/nowhere', config, english).html).not.toContain('rel="preload"');
});

it('returns 404 with the same page for a path that no remote owns', () => {
  expect(composeDocument(composedSet(), '/nowhere', config, english)).toMatchObject({
    status: 404,
    html: expect.stringContaining('/assets/1.0.0/shell.js'),
  });
});

it('escapes texts that could end their element', () => {
  const hostile = {
    ...quizWith({ title: '</title><script>x</script>' }),
    css: 'p{content:"</style><script>x</script>"}',
  };
  const settings = { ...config, links: { ...config.links, app: '</script><!--<script>\u2028' } };
  const { html } = composeDocument(
    composedSet({ ...hostile, widgets: ['</script><script>x'] }),
    '/',
    settings,
    english,
  );
  expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt; · Candela</title>');
  expect(html.match(/<\/style/g)).toHaveLength(2);
  expect(html.match(/<\/script/g)).toHaveLength(3);
  expect(html).not.toContain('<!--');
  expect(html).not.toContain('\u2028');
  expect(html).toContain('\\u003c/script>\\u003c!--\\u003cscript>\\u2028');
});

it('inserts the prerendered HTML of a first screen unchanged', () => {
  const { html } = composeDocument(
    composedSet(quizWith({ html: '<p>$& &lt;/script&gt;</p>' })),
    '/',
    config,
    english,
  );
  expect(html).toContain('<main id="stage"><p>$& &lt;/script&gt;</p></main>');
});

it('allows exactly the styles that are inlined in the page', () => {
  const { html, styles } = composeDocument(
    composedSet({ ...quiz, css: 'a{content:"</b>€"}' }),
    '/',
    config,
    english,
  );
  const hashes = [...html.matchAll(/<style>(.*?)<\/style>/g)].map(([, inlined = '']) =>
    createHash('sha256').update(inlined).digest('base64'),
  );
  expect(hashes).toHaveLength(2);
  expect(documentHeaders(styles, config)['Content-Security-Policy']).toContain(
    `style-src 'self' 'sha256-${hashes[0]}' 'sha256-${hashes[1]}';`,
  );
});

describe('a style sheet that is inlined as a whole', () => {
  const css = 'h1{content:"</b>"}';
  const withSheets = (sheets: Readonly<Record<string, string>>) => ({
    ...quiz,
    css: Object.values(sheets).join(''),
    preload: ['remoteEntry.js', 'remote.1.js', ...Object.keys(sheets)],
    files: {
      ...quiz.files,
      ...Object.fromEntries(
        Object.entries(sheets).map(([path, text]) => [
          path,
          { integrity: integrityOf(text), bytes: Buffer.byteLength(text), type: 'text/css; charset=utf-8' },
        ]),
      ),
    },
  });
  const hashed = withSheets({ 'remote.1a2b3c4d.css': css });
  const htmlOf = (manifest: typeof quiz, path = '/') =>
    composeDocument(composedSet(manifest), path, config, english).html;

  it('has the name under which the remote would load it, and is not preloaded', () => {
    const html = htmlOf(hashed);
    expect(html).toContain('<style data-href="remote.1a2b3c4d.css">h1{content:"<\\/b>"}</style>');
    expect(html).not.toContain('as="style"');
    expect(html.match(/as="script"/g)).toHaveLength(2);
  });

  it.each([
    ['the style is another one', { ...hashed, css: `${css} ` }, 'remote.1a2b3c4d.css'],
    [
      'the style is that of two sheets',
      withSheets({ 'remote.1a2b3c4d.css': css, 'remote.2.css': 'p{}' }),
      'remote.1a2b3c4d.css',
    ],
    // Another remote, or a fallback version, may have another sheet of that name, which its loader would take for loaded.
    ['its name has no hash of its content', withSheets({ 'remote.css': css }), 'remote.css'],
  ])('is preloaded if %s', (_, manifest, sheet) => {
    const html = htmlOf(manifest);
    expect(html).not.toContain('data-href');
    expect(html).toContain(`as="style" href="/remotes/mfe-quiz/1.0.0+ab12/${sheet}"`);
  });

  it('is preloaded for a path without a prerendered screen, which has no style', () => {
    const html = htmlOf({ ...hashed, firstScreens: [] });
    expect(html).not.toContain('data-href');
    expect(html).toContain('as="style"');
  });
});

/** The scripts that a page contains as text, with these layouts of the shell. */
function inlinedScripts(frames: Readonly<Record<string, string>>): string[] {
  const composed = composedSet(quizWith({ path: '/goal' }), testShell('1.0.0', { frames }).manifest);
  const { html } = composeDocument(composed, '/goal', config, english);
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
}
const bar = '<main id="stage">{{screen}}</main>';
const [inlined = ''] = inlinedScripts({ bar, waiting: bar });
const earlyPress = `'sha256-${createHash('sha256').update(inlined).digest('base64')}'`;

it('holds early presses only for a shell that carries them out', () => {
  expect(inlinedScripts({ bar, waiting: bar })).toHaveLength(1);
  expect(inlinedScripts({ bar })).toEqual([]);
});

it.each([
  [null, '', '', `'none'`],
  ['http://127.0.0.1:3010/v3/', ' http://127.0.0.1:3010', ' http://127.0.0.1:3010', 'http://127.0.0.1:3010'],
  [
    'https://js.stripe.com/endive/stripe.js',
    ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://api.stripe.com https://checkout.stripe.com',
    ' https://*.stripe.com',
    'https://*.stripe.com',
  ],
])('allows only the payment provider at %s', (scriptUrl, origins, images, frames) => {
  const headers = documentHeaders([''], {
    stripe: scriptUrl === null ? null : { publishableKey: 'pk_test_1', scriptUrl },
  });
  expect(headers['Content-Security-Policy']).toBe(
    `default-src 'none'; script-src 'self' ${earlyPress}${origins}; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' data:${images}; font-src 'self'; connect-src 'self'${origins}; frame-src ${frames}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'; report-uri /api/csp-reports`,
  );
  expect(headers['Permissions-Policy']).toBe(`payment=(self${origins.replace(/ (\S+)/g, ' "$1"')})`);
});

it('names the files of remotes at their own origin, allows it, and keeps the shell at the page', () => {
  const settings = { ...config, remotesOrigin: 'https://cdn.example.com' };
  const { html } = composeDocument(composedSet(), '/', settings, english);
  const preloaded = [...html.matchAll(/rel="preload".*?href="([^"]+)\/mfe-quiz/g)].map(([, place]) => place);
  expect(preloaded).toEqual(Array(3).fill('https://cdn.example.com/remotes'));
  expect(html).toContain('<script src="/assets/1.0.0/shell.js"');
  const policy = documentHeaders([], settings)['Content-Security-Policy']?.split('; ');
  for (const directive of ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src'])
    expect(policy).toContainEqual(
      expect.stringMatching(new RegExp(`^${directive} 'self' https://cdn\\.example\\.com( |$)`)),
    );
  expect(policy).toContain("default-src 'none'");
});
