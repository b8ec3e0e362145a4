import { reactRange, reactVersion } from '../repository.ts';

/** The modules that shell and remotes share. Shared modules must be upgraded together, so the list stays short. */
const sharedModules = ['react', 'react-dom', 'react/jsx-runtime'];

const share = <Settings>(settings: Settings) =>
  Object.fromEntries(sharedModules.map((name) => [name, settings]));

/** The shell provides the shared modules. */
export const hostShared = share({
  singleton: true,
  eager: true,
  version: reactVersion,
  requiredVersion: reactRange,
});

/** A remote consumes the shared modules and fails to load with a version outside its range. */
export const remoteShared = share({
  singleton: true,
  import: false as const,
  strictVersion: true,
  requiredVersion: reactRange,
});
