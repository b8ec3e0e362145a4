import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

import { describeFiles } from '../files.ts';
import { checkBuild } from './check-build.ts';
import { writeTestBuild } from './write-test-build.testkit.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Fault {
  readonly script?: string;
  readonly html?: string;
  readonly css?: string;
  readonly over?: object;
}

/** Writes a build of one script that would be accepted, apart from the fault. */
function writeBuild({ script, html = '<h1>Survey</h1>', css = '.a{color:red}', over }: Fault) {
  const topBar = { back: null, counter: null, progress: null, hidden: false };
  const firstScreens = [{ path: '/survey', title: 'Survey', topBar, html }];
  writeTestBuild(folder, { script, over: { firstScreens, css, ...over } });
}

it('accepts a build without faults', async () => {
  writeBuild({});
  expect(await checkBuild(folder)).toEqual({ rejected: [], overridable: [] });
});

it('accepts an image as a data URL as React renders it', async () => {
  writeBuild({ html: renderToString(createElement('img', { alt: '', src: 'data:image/png;base64,AAAA' })) });
  expect(await checkBuild(folder)).toEqual({ rejected: [], overridable: [] });
});

it.each([
  'var other=1,mfe_survey_1_0_0;(()=>{mfe_survey_1_0_0={}})()',
  'globalThis.mfe_survey_1_0_0={}',
  'self["mfe_survey_1_0_0"]={}',
])('accepts an entry that defines its container as %s', async (script) => {
  writeBuild({ script });
  expect(await checkBuild(folder)).toEqual({ rejected: [], overridable: [] });
});

const random = Array.from({ length: 6000 }, (_, index) =>
  createHash('sha512').update(String(index)).digest('base64'),
).join('');

it.each<[rule: string, fault: Fault, reason: RegExp]>([
  [
    'its own React',
    { script: 'var mfe_survey_1_0_0;e.useState=function(t){return n.H.useState(t)}' },
    /bundles its own React/,
  ],
  [
    'an entry that was bundled under another version',
    { script: 'var mfe_survey_1_0_0_rc_1, mfe_survey_0_9_0;' },
    /^remoteEntry\.js of mfe-survey@1\.0\.0 does not define mfe_survey_1_0_0\. Bundle it again under this version\.$/,
  ],
  [
    'a script that it loads without a hash',
    { script: 'var mfe_survey_1_0_0;load("late.0a1b2c3d.js")' },
    /loads late\.0a1b2c3d\.js, but lists no hash/,
  ],
  ['markup that is not allowed', { html: '<h1 onclick="a()">Survey</h1>' }, /has <h1 onclick>/],
  [
    'a picture of a file in a first screen, and says what to use',
    { html: '<h1>Survey</h1><img alt="" src="file:///src/p.webp">' },
    /has <img src="file:\/\/\/src\/p\.webp"> at line 1, column 16, which is not allowed\. In a prerendered screen, use inline SVG, or an image as a data URL; a screen with a font or another file must be left out of `firstScreens`\./,
  ],
  [
    'a picture of a file as React renders it, with a link that preloads it, and says what to use',
    { html: renderToString(createElement('img', { alt: '', src: 'file:///src/p.webp' })) },
    /has <link href="file:\/\/\/src\/p\.webp"> at line 1, column 1, which is not allowed\. In a prerendered screen, use inline SVG, or an image as a data URL;/,
  ],
  [
    'a picture of several files as React renders it, and says what to use',
    { html: renderToString(createElement('img', { alt: '', srcSet: 'p.webp 1x, q.webp 2x' })) },
    /has <link imagesrcset="p\.webp 1x, q\.webp 2x"> at line 1, column 1, which is not allowed\. In a prerendered screen, use inline SVG/,
  ],
  [
    'a style sheet, with no advice about pictures',
    { html: '<link rel="stylesheet" href="https://example.com/a.css"><h1>Survey</h1>' },
    /has <link href="https:\/\/example\.com\/a\.css"> at line 1, column 1, which is not allowed\. Fix it/,
  ],
  [
    'a font of a file in the CSS of first screens, and says what to use',
    { css: '@font-face{font-family:a;src:url(a.0a1b2c3d.woff2)}' },
    /has url\(a\.0a1b2c3d\.woff2\) at line 1, column 30, which is not allowed\. In a prerendered screen, use inline SVG, or an image as a data URL; a screen with a font/,
  ],
  ['CSS that loads something', { css: '@import "https://example.com/a.css";' }, /has @import/],
  [
    'a path of the service',
    { over: { paths: ['/survey', '/api/survey'] } },
    /\/api\/survey is not a path that a remote may use/,
  ],
  ['a path that is listed twice', { over: { paths: ['/survey', '/survey'] } }, /has more than one owner/],
  [
    'a widget that is listed twice',
    { over: { widgets: ['plan', 'plan'] } },
    /widget survey\/plan has more than one owner/,
  ],
  [
    'a first screen of another remote',
    { over: { paths: [] } },
    /prerenders the first screen of \/survey, a path that it does not own/,
  ],
  ['a container of another name', { over: { container: 'mfe_quiz_1_0_0' } }, /its own is mfe_survey_1_0_0/],
  [
    'a React that is no range',
    { over: { react: 'newest' } },
    /"newest" is not a range of React versions\. Use one such as \^19\.0\.0\./,
  ],
])('rejects %s', async (_, fault, reason) => {
  writeBuild(fault);
  const { rejected, overridable } = await checkBuild(folder);
  expect(rejected.join('\n')).toMatch(reason);
  expect(overridable).toEqual([]);
});

it('lets a release manager override more code than fits', async () => {
  writeBuild({ script: `var mfe_survey_1_0_0 = "${random}";` });
  expect(await checkBuild(folder)).toEqual({
    rejected: [],
    overridable: [expect.stringMatching(/of scripts and styles, compressed; 100 KB is the limit/)],
  });
});

it('rejects more than 200 files', async () => {
  writeBuild({});
  const manifest = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
  const pictures = Array.from({ length: 200 }, (_, index) => `picture-${index}.webp`);
  for (const path of pictures) writeFileSync(join(folder, path), '1');
  const integrity = `sha384-${createHash('sha384').update('1').digest('base64')}`;
  const file = { integrity, bytes: 1, type: 'image/webp' };
  writeBuild({
    over: { files: { ...manifest.files, ...Object.fromEntries(pictures.map((path) => [path, file])) } },
  });
  expect((await checkBuild(folder)).rejected).toEqual([
    'It lists 201 files; 200 is the limit. Bundle them into fewer.',
  ]);
});

const megabyte = 1024 * 1024;

it('rejects a file that is larger than one upload, and no smaller one', async () => {
  const write = (bytes: number) => {
    writeFileSync(join(folder, 'p.webp'), 'p'.repeat(bytes));
    writeBuild({ over: { files: describeFiles(folder) } });
  };
  writeBuild({});
  write(5 * megabyte);
  expect((await checkBuild(folder)).rejected).toEqual([]);
  write(5 * megabyte + 1);
  expect((await checkBuild(folder)).rejected).toEqual([
    'p.webp has 5.1 MB; 5 MB is the limit for one file. Split or compress it.',
  ]);
});

it('rejects a remote.json that is larger than the platform reads', async () => {
  writeBuild({ css: '.a{color:red}'.repeat(200_000) });
  expect((await checkBuild(folder)).rejected).toContain(
    'remote.json has 2.5 MB; 2 MB is the limit. Prerender fewer screens, or shorten their CSS.',
  );
});

it('counts the bytes of a remote.json, of which a letter may have several', async () => {
  writeBuild({ css: 'é'.repeat(1_200_000) });
  expect((await checkBuild(folder)).rejected).toContain(
    'remote.json has 2.3 MB; 2 MB is the limit. Prerender fewer screens, or shorten their CSS.',
  );
});

/** Writes a build of the entry, which has 21 bytes, and of pictures of these sizes. */
function writePictures(...sizes: readonly number[]) {
  writeBuild({});
  for (const [index, bytes] of sizes.entries())
    writeFileSync(join(folder, `${index}.webp`), 'p'.repeat(bytes));
  writeBuild({ over: { files: describeFiles(folder) } });
}

it('accepts 1,024 KB of files, and no byte more without an override', async () => {
  writePictures(megabyte - 21);
  expect(await checkBuild(folder)).toEqual({ rejected: [], overridable: [] });
  writePictures(megabyte - 20);
  expect(await checkBuild(folder)).toEqual({
    rejected: [],
    overridable: [expect.stringContaining('has 1025 KB of files; 1024 KB is the limit.')],
  });
});

it('rejects more than 10 MB of files, and not exactly 10 MB', async () => {
  writePictures(5 * megabyte, 5 * megabyte - 21);
  expect((await checkBuild(folder)).rejected).toEqual([]);
  writePictures(5 * megabyte, 5 * megabyte - 20);
  expect((await checkBuild(folder)).rejected).toEqual([
    'Its files have 10.1 MB together; 10 MB is the limit for one build. Compress some, or leave them out.',
  ]);
});

it('rejects a file that was changed after the build', async () => {
  writeBuild({});
  writeFileSync(join(folder, 'remoteEntry.js'), 'var a = 2;');
  expect((await checkBuild(folder)).rejected).toEqual([
    'remoteEntry.js is missing or differs from its hash in remote.json. Build again.',
  ]);
});
