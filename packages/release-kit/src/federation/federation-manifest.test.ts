import type { RemoteManifest } from '@funnel/contracts/release';
import { generateSnapshotFromManifest, type Manifest } from '@module-federation/sdk';

import { federationManifest } from './federation-manifest.ts';

const file = { integrity: `sha384-${'A'.repeat(64)}`, bytes: 1, type: 'text/javascript' };
const remote: RemoteManifest = {
  kind: 'remote',
  name: 'mfe-survey',
  version: '1.2.0',
  container: 'mfe_survey_1_2_0',
  entry: 'remoteEntry.js',
  contract: 1,
  react: '^19.0.0',
  paths: ['/survey'],
  widgets: [],
  screens: ['/survey'],
  preload: ['remoteEntry.js', 'remote.1a.js', 'remote.1a.css'],
  files: {
    'remoteEntry.js': file,
    'remote.1a.js': file,
    'remote.1a.css': file,
    'de.2b.js': file,
    'logo.svg': file,
  },
  firstScreens: [],
  css: '',
};

it('has the type of the federation SDK, and what the remote exposes and shares', () => {
  // The annotation is the assertion: the type check of this repository fails if the SDK's type does not fit.
  const manifest: Manifest = federationManifest(remote);
  expect(manifest).toMatchObject({
    name: 'mfe-survey',
    metaData: { globalName: 'mfe_survey_1_2_0', remoteEntry: { name: 'remoteEntry.js', path: '' } },
    exposes: [
      {
        path: './remote',
        assets: {
          js: { sync: ['remote.1a.js'], async: ['de.2b.js'] },
          css: { sync: ['remote.1a.css'], async: [] },
        },
      },
    ],
  });
  expect(manifest.shared.map(({ name, requiredVersion }) => [name, requiredVersion])).toEqual([
    ['react', '^19.0.0'],
    ['react-dom', '^19.0.0'],
    ['react/jsx-runtime', '^19.0.0'],
  ]);
});

it('is read by the SDK as a remote whose files are beside it', () => {
  const address = 'https://quiz.example.com/remotes/mfe-survey/1.2.0/mf-manifest.json';
  expect(generateSnapshotFromManifest(federationManifest(remote), { version: address })).toMatchObject({
    publicPath: 'https://quiz.example.com/remotes/mfe-survey/1.2.0/',
    remoteEntry: 'remoteEntry.js',
    remoteEntryType: 'var',
    globalName: 'mfe_survey_1_2_0',
    buildVersion: '1.2.0',
    modules: [{ moduleName: 'remote', modulePath: './remote' }],
  });
});

it('names the folder of an entry that is not at the top', () => {
  const nested = { ...remote, entry: 'assets/remoteEntry.js' };
  expect(federationManifest(nested).metaData.remoteEntry).toMatchObject({
    path: 'assets/',
    name: 'remoteEntry.js',
  });
});
