import { sharedModules } from '@funnel/release-kit/federation/federation-manifest';
import { reactRange, reactVersion } from '@funnel/remote-tools/react';

const settings = { singleton: true, eager: true, version: reactVersion, requiredVersion: reactRange };

/** The shell provides the shared modules. */
export const hostShared = Object.fromEntries(sharedModules.map((name) => [name, settings]));
