import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createProgram } from './program.ts';

jest.setTimeout(120_000);

/** A remote that fails: `new Error` begins at line 5, column 20. */
const project = {
  'package.json': '{ "version": "1.2.0", "type": "module" }',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "ESNext", "target": "ES2023" }, "files": ["src/survey.ts"] }',
  'remote.config.ts': `export default {
    name: 'mfe-survey', module: './src/survey.ts', paths: ['/survey'], widgets: [], screens: ['/survey'], firstScreens: [],
  };`,
  'src/survey.ts': `interface Answer {
  readonly text: string;
}
export default function check({ text }: Answer): string {
  if (!text) throw new Error('no answer');
  return text;
}
`,
};

let root: string;
let printed: string[];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'remote-'));
  for (const [path, text] of Object.entries(project)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
beforeEach(() => {
  printed = [];
});
afterAll(() => rmSync(root, { recursive: true }));

const run = (...args: readonly string[]) =>
  createProgram({ root, environment: {}, log: (text) => printed.push(text), contracts: [] }).parseAsync(
    args,
    {
      from: 'user',
    },
  );

const filesOf = (folder: string) =>
  readdirSync(join(root, folder)).map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]);

/** The place of a text in the script of the remote, as a browser reports it: lines and columns begin at 1. */
function placeOf(text: string): string {
  const file = readdirSync(join(root, 'dist')).find((name) => /^remote\.\w+\.js$/.test(name)) ?? '';
  const lines = readFileSync(join(root, 'dist', file), 'utf8').split('\n');
  const line = lines.findIndex((one) => one.includes(text));
  const column = lines[line]?.indexOf(text) ?? -1;
  return `/remotes/mfe-survey/1.2.0/${file}:${line + 1}:${column + 1}`;
}

describe('source maps', () => {
  it('are written beside the build, which stays the same, and replace those of an earlier build', async () => {
    await run('build');
    const withoutMaps = filesOf('dist');
    mkdirSync(join(root, 'source-maps/1.2.0'), { recursive: true });
    writeFileSync(join(root, 'source-maps/1.2.0/remote.0123abcd.js.map'), '{}');
    await run('build', '--source-maps', 'source-maps');
    expect(filesOf('dist')).toEqual(withoutMaps);
    expect(readdirSync(join(root, 'source-maps'))).toEqual(['1.2.0']);
    const maps = readdirSync(join(root, 'source-maps/1.2.0'));
    expect(maps).toContainEqual(expect.stringMatching(/^remote\.\w+\.js\.map$/));
    expect(maps).not.toContain('remote.0123abcd.js.map');
  });

  it('state the line of the sources for a place that browsers report', async () => {
    await run('where', placeOf('new Error('), placeOf('Error("no answer")'));
    expect(printed).toEqual(['src/survey.ts:5:20', expect.stringMatching(/^src\/survey\.ts:5:\d+$/)]);
  });

  it('have no line for a place beyond the script', async () => {
    const place = placeOf('new Error(').replace(/:\d+:\d+$/, ':50:1');
    await expect(run('where', place)).rejects.toThrow('The source map has no source for');
  });

  it('are rejected inside of the build, which is published', async () => {
    await expect(run('build', '--source-maps', 'dist')).rejects.toThrow('Name a folder outside of dist.');
    await expect(run('build', '--source-maps', 'dist/maps')).rejects.toThrow(
      'Name a folder outside of dist.',
    );
  });

  it.each([
    ['TypeError', 'is no place in a script of mfe-survey. Example: /remotes/mfe-survey/1.0.0/'],
    ['/remotes/mfe-quiz/1.2.0/remote.1a2b3c4d.js:1:2', 'is no place in a script of mfe-survey.'],
    [
      '/remotes/mfe-survey/1.1.0/remote.1a2b3c4d.js:1:2',
      'Take the source maps from where version 1.1.0 was built with --source-maps.',
    ],
  ])('reject %j, and say what to do', async (place, message) => {
    await expect(run('where', place)).rejects.toThrow(message);
  });
});
