import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface TestBuild {
  readonly script?: string | undefined;
  /** Changes of the manifest. */
  readonly over?: object;
}

/** Writes a build of the remote `mfe-survey`, which is one script. */
export function writeTestBuild(
  folder: string,
  { script = 'var mfe_survey_1_0_0;', over = {} }: TestBuild = {},
): void {
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  const manifest = {
    kind: 'remote',
    name: 'mfe-survey',
    version: '1.0.0',
    container: 'mfe_survey_1_0_0',
    entry: 'remoteEntry.js',
    contract: 1,
    react: '^19.0.0',
    paths: ['/survey'],
    widgets: [],
    screens: ['/survey'],
    preload: ['remoteEntry.js'],
    files: { 'remoteEntry.js': { integrity, bytes: script.length, type: 'text/javascript; charset=utf-8' } },
    firstScreens: [],
    css: '',
    locales: {},
    ...over,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'remoteEntry.js'), script);
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(manifest));
}
