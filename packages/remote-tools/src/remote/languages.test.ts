import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { RemoteManifest } from '@funnel/contracts/release';

import { createProgram } from '../cli/program.ts';
import { readProject } from '../cli/project.ts';
import { buildRemote } from './build-remote.ts';

// Each test compiles for Node, and the first two for browsers, too.
jest.setTimeout(60_000);

const { resolve } = createRequire(__filename);
const topBar = { back: null, counter: null, progress: null, hidden: false };
const german = { path: '/survey', title: 'Wie alt sind Sie?', topBar, html: '<h1>Wie alt sind Sie?</h1>' };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'remote-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a remote with a screen in two languages. `name` is how it names the chunk of the second one. */
function writeRemote(name: string, contract = 1): void {
  const files = {
    'package.json': '{ "version": "1.2.0" }',
    'remote.config.ts': `export default {
      name: 'mfe-survey', module: './src/survey.ts', paths: ['/survey'], widgets: [], screens: ['/survey'],
      firstScreens: [{ path: '/survey', topBar: ${JSON.stringify(topBar)} }],
    };`,
    'src/de.ts': `export const title = 'Wie alt sind Sie?';`,
    'src/survey.ts': `import { createElement } from 'react';
      const titles: Record<string, string> = { en: 'How old are you?' };
      export const remote = {
        contract: ${contract},
        Stage: ({ shell }: { shell: { locale: string } }) => createElement('h1', null, titles[shell.locale]),
        languages: {
          de: async () => {
            titles['de'] = (await import(/* webpackChunkName: "${name}" */ './de.ts')).title;
          },
        },
      };`,
    'dist/remoteEntry.js': 'var mfe_survey_1_2_0={init(){},get(){}};',
    'dist/texts.js': 'run();',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(dirname(resolve('react/package.json')), join(root, 'node_modules/react'));
}

const build = async () => buildRemote({ ...(await readProject(root)), folder: join(root, 'out') });

const pack = (...args: readonly string[]) =>
  createProgram({ root, environment: {}, log: () => undefined, contracts: [] }).parseAsync(
    ['pack', ...args],
    { from: 'user' },
  );

describe('the second language of a remote', () => {
  it('is prerendered and preloaded if its chunk has its name', async () => {
    writeRemote('de');
    const { locales } = await build();
    expect(locales).toEqual({
      de: { firstScreens: [german], preload: [expect.stringMatching(/^de\.[0-9a-f]{8}\.js$/)] },
    });
  });

  it('is not left out if its chunk has another name: the build fails, and says what to write', async () => {
    writeRemote('german');
    await expect(build()).rejects.toThrow(
      'The texts in "de" are in no chunk of that name. Import them with /* webpackChunkName: "de" */.',
    );
  });

  it('is in what another bundler has written, whose files are named to pack', async () => {
    writeRemote('de');
    await pack('--language', 'de=texts.js');
    const manifest: RemoteManifest = JSON.parse(readFileSync(join(root, 'dist/remote.json'), 'utf8'));
    expect(manifest.locales).toEqual({ de: { firstScreens: [german], preload: ['texts.js'] } });
  });

  it('is not left out by pack if its files are not named', async () => {
    writeRemote('de');
    await expect(pack()).rejects.toThrow('Name the file with the texts in "de": --language de=FILE');
  });
});

it('a remote whose code was written for another contract than that of the tools is not described', async () => {
  writeRemote('de', 2);
  await expect(pack('--language', 'de=texts.js')).rejects.toThrow(
    'The code of mfe-survey is for contract 2, the tools are for contract 1. Raise all packages of @funnel together.',
  );
});
