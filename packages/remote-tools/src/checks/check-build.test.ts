import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

const random = Array.from({ length: 6000 }, (_, index) =>
  createHash('sha512').update(String(index)).digest('base64'),
).join('');

it.each<[rule: string, fault: Fault, reason: RegExp]>([
  ['its own React', { script: 'e.useState=function(t){return n.H.useState(t)}' }, /bundles its own React/],
  [
    'a script that it loads without a hash',
    { script: 'load("late.0a1b2c3d.js")' },
    /loads late\.0a1b2c3d\.js, but lists no hash/,
  ],
  ['markup that is not allowed', { html: '<h1 onclick="a()">Survey</h1>' }, /has <h1 onclick>/],
  ['CSS that loads something', { css: '@import "https://example.com/a.css";' }, /has @import/],
  [
    'a path of the service',
    { over: { paths: ['/survey', '/api/survey'] } },
    /\/api\/survey is not a path that a remote may use/,
  ],
  ['a path that is listed twice', { over: { paths: ['/survey', '/survey'] } }, /has more than one owner/],
  [
    'a first screen of another remote',
    { over: { paths: [] } },
    /prerenders the first screen of \/survey, a path that it does not own/,
  ],
  ['a container of another name', { over: { container: 'mfe_quiz_1_0_0' } }, /its own is mfe_survey_1_0_0/],
  ['a React that is no range', { over: { react: 'newest' } }, /"newest" is not a range of React versions/],
])('rejects %s', async (_, fault, reason) => {
  writeBuild(fault);
  const { rejected, overridable } = await checkBuild(folder);
  expect(rejected.join('\n')).toMatch(reason);
  expect(overridable).toEqual([]);
});

it('lets a release manager override more code than fits', async () => {
  writeBuild({ script: `var a = "${random}";` });
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
  expect((await checkBuild(folder)).rejected).toEqual(['It lists 201 files; 200 is the limit.']);
});

it('rejects a file that was changed after the build', async () => {
  writeBuild({});
  writeFileSync(join(folder, 'remoteEntry.js'), 'var a = 2;');
  expect((await checkBuild(folder)).rejected).toEqual([
    'remoteEntry.js is missing or differs from its hash in remote.json. Build again.',
  ]);
});
