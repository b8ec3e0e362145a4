import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

import { readProject } from '../cli/project.ts';
import { buildRemote } from './build-remote.ts';

jest.setTimeout(120_000);

const files = {
  'package.json': '{ "version": "1.2.0" }',
  'remote.config.ts': `export default {
    name: 'mfe-survey', module: './src/survey.ts', paths: ['/survey'], widgets: [], screens: ['/survey'], firstScreens: [],
  };`,
  'src/survey.module.css': '.question { color: red; }',
  'src/survey.ts': `import { version } from 'react';
    import styles from './survey.module.css';
    import { Toasts } from '@radix-ui/toasts';
    export const remote = { version, toasts: Toasts.count, styles };`,
  // As the packages of Radix are published.
  'node_modules/@radix-ui/toasts/package.json':
    '{ "name": "@radix-ui/toasts", "version": "1.0.0", "exports": "./index.mjs" }',
  'node_modules/@radix-ui/toasts/index.mjs':
    'export class Toasts { static count = 1; static { Toasts.count += globalThis.toasts ?? 1; } }',
};

let root: string;
let folder: string;
let scripts: string[];

/** Writes the remote into a new folder and builds it there. */
async function buildIn(place: string): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  await buildRemote({ ...(await readProject(place)), folder: join(place, 'out') });
  return join(place, 'out');
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'remote-'));
  folder = await buildIn(join(root, 'one'));
  scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
});
afterAll(() => rmSync(root, { recursive: true }));

const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Loads the remote as a page does that provides this version of React. */
async function loadWith(reactVersion: string): Promise<unknown> {
  const page = createContext({ console });
  const load = ({ src, onload }: { src?: string; onload?: (event: { type: string }) => void }) => {
    // A style sheet has none.
    if (src !== undefined) runInContext(read(src.replace(/^.*\//, '')), page);
    onload?.({ type: 'load' });
  };
  const currentScript = { tagName: 'SCRIPT', src: 'http://localhost/remoteEntry.js' };
  Object.assign(page, {
    self: page,
    window: page,
    setTimeout,
    clearTimeout,
    document: {
      currentScript,
      getElementsByTagName: () => [],
      createElement: () => ({ setAttribute: () => undefined }),
      head: { appendChild: load },
    },
    react: { version: reactVersion },
    reactVersion,
  });
  runInContext(read('remoteEntry.js'), page);
  return runInContext(
    `mfe_survey_1_2_0.init({ react: { [reactVersion]: { get: async () => () => react, loaded: 1, from: 'shell' } } });
    mfe_survey_1_2_0.get('./remote').then((factory) => factory().remote.version)`,
    page,
  );
}

it('writes the same files in every folder', async () => {
  const contentOf = (place: string) =>
    readdirSync(place).map((file) => [file, readFileSync(join(place, file), 'utf8')]);
  const other = await buildIn(join(root, 'two'));
  expect(contentOf(other)).toEqual(contentOf(folder));
});

describe('the scripts of a remote', () => {
  it('are compiled while they load', () => {
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.map((file) => read(file).split('\n', 1)[0])).toEqual(
      scripts.map(() => '//# allFunctionsCalledOnLoad'),
    );
  });

  it('have no class static block, with which Safari runs no script before version 16.4', () => {
    expect(scripts.map(read).join('\n')).toContain('globalThis.toasts');
    for (const file of scripts) expect(read(file)).not.toMatch(/\bstatic\s*\{/);
  });

  it('run with the React of the shell', async () => {
    expect(await loadWith('19.9.0')).toBe('19.9.0');
  });

  it('do not run with a React outside of their range', async () => {
    await expect(loadWith('18.3.1')).rejects.toThrow('Unsatisfied version 18.3.1');
  });
});
