import type { RemoteManifest } from '@funnel/contracts/release';

import { testQuiz, testShell, withFiles, type TestBuild } from './release.testkit.ts';

export const version = '6.6.6';
const topBar = { back: null, counter: null, progress: null, hidden: false };
export const screen = (html: string): RemoteManifest['firstScreens'] => [
  { path: '/', title: 'T', topBar, html },
];
export const withScreen = (html: string) => testQuiz(version, { firstScreens: screen(html) });
const backTo = (to: string) =>
  testQuiz(version, {
    firstScreens: [{ path: '/', title: 'T', topBar: { ...topBar, back: { to, history: false } }, html: '' }],
  });

/** HTML of a first screen with the expected finding. */
export const hostileScreens: readonly (readonly [html: string, rejection: string])[] = [
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
  [
    '<link rel="stylesheet" href="https://evil.example/a.css">',
    'has <link href="https://evil.example/a.css"> at line 1, column 1,',
  ],
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
  [`${'<b>'.repeat(101)}${'</b>'.repeat(101)}`, 'has too many elements, or too many inside each other'],
  ['<br>'.repeat(5001), 'has too many elements, or too many inside each other'],
  ['<input type="password">', 'has <input type="password"> at line 1, column 1,'],
  ['<input type="file">', 'has <input type="file"> at line 1, column 1,'],
];

export const hostileStyles: readonly (readonly [css: string, rejection: string])[] = [
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
  ['p{content:"<!--"}', 'has <!--"} at line 1, column 12,'],
  ['p{background:url(//evil.example/a b)}', 'has url(//evil.example/a b) at line 1, column 14,'],
  ['p{}}', 'has an unbalanced } at line 1, column 4,'],
  ['p{color:red', 'has an unbalanced red at line 1, column 9,'],
  ['p{}/* open', 'has /* open at line 1, column 4,'],
];

export const hostileManifests: readonly (readonly [what: string, build: TestBuild, rejection: string])[] = [
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
    'MB together; 10 MB is the limit for one build.',
  ],
];

export const withType = (path: string, type: string) => {
  const build = withFiles(testQuiz(version), { [path]: 'p{}' });
  const file = { integrity: build.manifest.files[path]?.integrity ?? '', bytes: 3, type };
  return { ...build.manifest, files: { ...build.manifest.files, [path]: file } };
};
