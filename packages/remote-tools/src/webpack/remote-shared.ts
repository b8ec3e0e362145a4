import { sharedModules } from '@funnel/release-kit/federation/federation-manifest';

import { reactRange } from '../react.ts';

const settings = {
  singleton: true,
  import: false as const,
  strictVersion: true,
  requiredVersion: reactRange,
};

/** A remote consumes the shared modules and fails to load with a version outside its range. */
export const remoteShared = Object.fromEntries(sharedModules.map((name) => [name, settings]));
