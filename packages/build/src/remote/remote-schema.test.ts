import { readFileSync } from 'node:fs';

import type { RemoteManifest } from '@funnel/contracts/release';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { remoteSchema, remoteSchemaFile } from './remote-schema.ts';

const documented: object = JSON.parse(readFileSync(remoteSchemaFile, 'utf8'));
// A format only annotates, and a pattern beside it decides.
const isValid = new Ajv2020({ validateFormats: false }).compile(documented);

const manifest: RemoteManifest = {
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
  files: {
    'remoteEntry.js': { integrity: `sha384-${'A'.repeat(64)}`, bytes: 1, type: 'text/javascript' },
  },
  firstScreens: [],
  css: '',
};

describe('the documented JSON schema of remote.json', () => {
  it('is that of the code; after a change: npm run remote-schema', () => {
    expect(documented).toEqual(JSON.parse(JSON.stringify(remoteSchema())));
  });

  it('accepts a manifest', () => {
    expect(isValid(manifest)).toBe(true);
  });

  const { entry: _, ...withoutEntry } = manifest;
  it.each([
    ['an unknown field', { ...manifest, color: 'red' }],
    ['no entry', withoutEntry],
    ['an absolute path of a file', { ...manifest, entry: '/remoteEntry.js' }],
    [
      'a file without a hash',
      { ...manifest, files: { 'remoteEntry.js': { bytes: 1, type: 'text/javascript' } } },
    ],
    [
      'a hash of another kind',
      { ...manifest, files: { 'a.js': { integrity: 'md5-A', bytes: 1, type: 'text/javascript' } } },
    ],
  ])('rejects %s', (__, wrong) => {
    expect(isValid(wrong)).toBe(false);
  });
});
