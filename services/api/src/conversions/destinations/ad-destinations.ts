import type { Config } from '../../platform/config.ts';
import type { AdDestination } from './ad-destination.ts';
import { adPlatformDestination } from './ad-platform.ts';
import { adTrackingDestination } from './ad-tracking.ts';
import { ga4Destination } from './ga4.ts';
import { metaDestination } from './meta.ts';
import { tiktokDestination } from './tiktok.ts';

const vendors = [
  metaDestination,
  tiktokDestination,
  ga4Destination,
  adTrackingDestination,
  adPlatformDestination,
];

/** Those that this configuration names. */
export const adDestinations = (config: Config): AdDestination[] =>
  vendors.flatMap((vendor) => vendor(config) ?? []);
