import type { RemoteManifest } from '@funnel/contracts/release';

/** The file's name beside a version's other files, as federation tools expect it. */
export const federationManifestFile = 'mf-manifest.json';

/**
 * The modules that shell and remotes share, and that no remote may bundle. They must be upgraded together, so the list stays
 * short.
 */
export const sharedModules = ['react', 'react-dom', 'react/jsx-runtime'] as const;

/** The name of the module that each remote exposes, without the leading `./`. */
const exposedModule = 'remote';

const endsWith = (ending: string) => (path: string) => path.endsWith(ending);
const isScript = endsWith('.js');
const isStyle = endsWith('.css');
const noAssets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

/**
 * Describes a remote in the format of Module Federation (`Manifest` of `@module-federation/sdk`), so that its tools can read
 * it. Everything in it is derived from `remote.json`, which stays the only source.
 */
export function federationManifest({
  name,
  version,
  container,
  entry,
  react,
  preload,
  files,
}: RemoteManifest) {
  const folderEnd = entry.lastIndexOf('/') + 1;
  const sync = preload.filter((path) => path !== entry);
  const async = Object.keys(files).filter((path) => path !== entry && !sync.includes(path));
  return {
    id: name,
    name,
    metaData: {
      name,
      type: 'app',
      buildInfo: { buildName: name, buildVersion: version },
      remoteEntry: { name: entry.slice(folderEnd), path: entry.slice(0, folderEnd), type: 'var' },
      types: { name: '', path: '', api: '', zip: '' },
      globalName: container,
      // The folder of this file: the same build is served under several origins.
      publicPath: 'auto',
    },
    shared: sharedModules.map((module) => ({
      id: `${name}:${module}`,
      name: module,
      // The remote contains none of its own: the shell provides it.
      version: '',
      requiredVersion: react,
      singleton: true,
      hash: '',
      assets: noAssets,
    })),
    remotes: [],
    exposes: [
      {
        id: `${name}:${exposedModule}`,
        name: exposedModule,
        path: `./${exposedModule}`,
        assets: {
          js: { sync: sync.filter(isScript), async: async.filter(isScript) },
          css: { sync: sync.filter(isStyle), async: async.filter(isStyle) },
        },
      },
    ],
  };
}
