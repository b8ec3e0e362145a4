import { reactRange, reactVersion } from '../repository.ts';

/** All that shell and remotes share. Whatever is shared must be upgraded together, so it stays this short. */
const sharedModules = ['react', 'react-dom', 'react/jsx-runtime'];

const share = <Settings>(settings: Settings) =>
  Object.fromEntries(sharedModules.map((name) => [name, settings]));

/** The shell brings them. */
export const hostShared = share({
  singleton: true,
  eager: true,
  version: reactVersion,
  requiredVersion: reactRange,
});

/** A remote only asks, and refuses to run with a version outside its range. */
export const remoteShared = share({
  singleton: true,
  import: false as const,
  strictVersion: true,
  requiredVersion: reactRange,
});
