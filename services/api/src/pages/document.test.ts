import { createHash } from 'node:crypto';

import { releaseSetSchema } from '@funnel/contracts/release';
import { toReleasedRemote, type ComposedSet } from '@funnel/releases/visitors/compose-set';

import { readConfig } from '../platform/config.ts';
import { integrityOf, testPricing, testQuiz, testShell } from '../releases/release.testkit.ts';
import { documentHeaders } from './document-headers.ts';
import { composeDocument } from './document.ts';
import { publicConfig } from './public-config.ts';

const config = publicConfig(readConfig({ NODE_ENV: 'test' }), 'USD');
const quizWith = (over: Partial<(typeof quiz.firstScreens)[number]>) => ({
  ...quiz,
  firstScreens: quiz.firstScreens.map((screen) => ({ ...screen, ...over })),
});
const quiz = testQuiz('1.0.0+ab12').manifest;

function releaseOf(first = quiz, shell = testShell('1.0.0').manifest): ComposedSet {
  const remotes = [first, testPricing('1.0.0').manifest];
  return {
    shell,
    remotes,
    set: { id: 'abc', number: 1, shell: shell.version, remotes: remotes.map(toReleasedRemote), previous: [] },
  };
}

it('consists of the layout, the first screen, both styles, the scripts and the data', () => {
  const { html, status } = composeDocument(releaseOf(), '/', config);
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
      '<style>body{margin:0}h1{margin:0}</style>',
      `<script src="/assets/1.0.0/shell.js" integrity="${shellHash}" crossorigin="anonymous" defer></script>`,
      preload('script', 'remoteEntry.js') +
        preload('script', 'remote.1.js') +
        preload('style', 'remote.1.css'),
      '</head><body><div id="root"><header></header><main id="stage"><h1>Quiz 1.0.0+ab12</h1></main></div>',
      '<script type="application/json" id="release-set">SET</script>',
      '<script type="application/json" id="public-config">CONFIG</script></body></html>',
    ].join(''),
  );
  expect(releaseSetSchema.parse(JSON.parse(set))).toEqual(releaseOf().set);
  expect(JSON.parse(settings)).toEqual(config);
});

it('fills the top bar', () => {
  const topBar = {
    back: { to: '/?a=1&b', history: true },
    counter: '7 / "17"',
    progress: 41.5,
    hidden: false,
  };
  const { html } = composeDocument(releaseOf(quizWith({ topBar, html: '{{back}}' })), '/', config);
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
  const page = (path: string, asksConsent: boolean) =>
    composeDocument(releaseOf(quiz, shell), path, config, asksConsent).html;

  it('is above the first screen', () => {
    expect(page('/', true)).toContain('<section>May we?</section><h1>Quiz');
    expect(page('/', false)).not.toContain('May we?');
  });

  it('is left to the scripts if there is no first screen', () => {
    expect(page('/final', true)).not.toContain('May we?');
  });

  it('is omitted for a shell without it', () => {
    expect(composeDocument(releaseOf(), '/', config, true).html).toContain('<h1>Quiz');
  });
});

it.each(['/goal', '/final'])(
  'shows an empty bar and no screen at %s, which no build has prerendered',
  (path) => {
    const { html, status } = composeDocument(releaseOf(), path, config);
    expect(status).toBe(200);
    expect(html).toContain('<title>Candela</title>');
    expect(html).toContain('<div id="root"><header></header><main id="stage"></main></div>');
  },
);

it('preloads only files of the remote that owns the path', () => {
  const { html } = composeDocument(releaseOf(), '/final', config);
  expect([...html.matchAll(/rel="preload".*?href="\/remotes\/([^/]+)/g)].map(([, name]) => name)).toEqual(
    Array(3).fill('mfe-pricing'),
  );
  expect(composeDocument(releaseOf(), '/nowhere', config).html).not.toContain('rel="preload"');
});

it('returns 404 with the same page for a path that no remote owns', () => {
  expect(composeDocument(releaseOf(), '/nowhere', config)).toMatchObject({
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
  const { html } = composeDocument(releaseOf({ ...hostile, widgets: ['</script><script>x'] }), '/', settings);
  expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt; · Candela</title>');
  expect(html.match(/<\/style/g)).toHaveLength(1);
  expect(html.match(/<\/script/g)).toHaveLength(3);
  expect(html).not.toContain('<!--');
  expect(html).not.toContain('\u2028');
  expect(html).toContain('\\u003c/script>\\u003c!--\\u003cscript>\\u2028');
});

it('inserts the prerendered HTML of a first screen unchanged', () => {
  const { html } = composeDocument(releaseOf(quizWith({ html: '<p>$& &lt;/script&gt;</p>' })), '/', config);
  expect(html).toContain('<main id="stage"><p>$& &lt;/script&gt;</p></main>');
});

it('allows exactly the style that is inlined in the page', () => {
  const { html, style } = composeDocument(releaseOf({ ...quiz, css: 'a{content:"</b>€"}' }), '/', config);
  const [, inlined = ''] = /<style>(.*?)<\/style>/.exec(html) ?? [];
  const hash = createHash('sha256').update(inlined).digest('base64');
  expect(documentHeaders(style, config)['Content-Security-Policy']).toContain(
    `style-src 'self' 'sha256-${hash}';`,
  );
});

it.each([
  [null, '', `'none'`],
  ['http://127.0.0.1:3010/v3/', ' http://127.0.0.1:3010', 'http://127.0.0.1:3010'],
  [
    'https://js.stripe.com/endive/stripe.js',
    ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://api.stripe.com https://checkout.stripe.com',
    'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://api.stripe.com https://checkout.stripe.com',
  ],
])('allows only the payment provider at %s', (scriptUrl, origins, frames) => {
  const headers = documentHeaders('', {
    stripe: scriptUrl === null ? null : { publishableKey: 'pk_test_1', scriptUrl },
  });
  expect(headers['Content-Security-Policy']).toBe(
    `default-src 'none'; script-src 'self'${origins}; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' data:; font-src 'self'; connect-src 'self'${origins}; frame-src ${frames}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'`,
  );
  expect(headers['Permissions-Policy']).toBe(`payment=(self${origins.replace(/ (\S+)/g, ' "$1"')})`);
});
