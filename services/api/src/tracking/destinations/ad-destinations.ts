import type { ConversionName } from '@funnel/contracts/events';
import type { PermanentFailure } from '@funnel/service-kit/jobs/destination';

import type { Destination } from '../../deliveries/destination.ts';
import type { Config } from '../../platform/config.ts';
import { conversionSchema, isConsentSufficient } from '../conversions/conversion.ts';
import { createAdPlatform } from './ad-platform.ts';
import { createAdTracking } from './ad-tracking.ts';
import { createGa4 } from './ga4.ts';
import { createMeta } from './meta.ts';
import { createTikTok } from './tiktok.ts';
import type { Vendor } from './vendor.ts';

type EventNames = Readonly<Partial<Record<ConversionName, string>>>;
interface Entry {
  readonly name: string;
  /** Null where it is not configured. */
  readonly open: (config: Config) => Vendor | null;
  /** Which events it gets, and what it calls them. */
  readonly events: EventNames;
}

const purchaseEvents: EventNames = {
  ViewContent: 'ViewContent',
  InitiateCheckout: 'InitiateCheckout',
  Purchase: 'Purchase',
};
const all: EventNames = { ...purchaseEvents, PageView: 'PageView', Lead: 'Lead' };

const entries = [
  { name: 'meta', open: createMeta, events: all },
  { name: 'tiktok', open: createTikTok, events: { ...all, PageView: 'Pageview' } },
  {
    name: 'ga4',
    open: createGa4,
    events: {
      PageView: 'page_view',
      ViewContent: 'view_item',
      Lead: 'generate_lead',
      InitiateCheckout: 'begin_checkout',
      Purchase: 'purchase',
    },
  },
  { name: 'ad-tracking', open: createAdTracking, events: purchaseEvents },
  { name: 'ad-platform', open: createAdPlatform, events: all },
] as const satisfies readonly Entry[];

export type AdDestinationName = (typeof entries)[number]['name'];

export interface AdDestination extends Destination {
  readonly name: AdDestinationName;
  /** Whether it gets such an event. */
  accepts(name: ConversionName): boolean;
}

const dayMs = 24 * 3600 * 1000;
const refusal = (reason: string): PermanentFailure => ({ status: 'permanent', reason });

/** The vendor as the outbox delivers to it. What must not be sent is refused here, before there is a request. */
const adDestination = (
  { CONSENT }: Config,
  name: AdDestinationName,
  vendor: Vendor,
  events: EventNames,
): AdDestination => ({
  name,
  kind: 'conversion',
  accepts: (event) => events[event] !== undefined,
  request({ payload }, nowMs) {
    const conversion = conversionSchema.parse(JSON.parse(payload));
    const { maxAgeDays } = vendor;
    const eventName = events[conversion.name];
    if (!isConsentSufficient(conversion.trace, CONSENT)) return refusal('the visitor was not asked');
    if (!eventName) return refusal(`${conversion.name} is not for this destination`);
    if (nowMs - conversion.atMs > maxAgeDays * dayMs) return refusal(`older than ${maxAgeDays} days`);
    return vendor.request(conversion, eventName);
  },
  classify: vendor.classify,
});

/** Those that this configuration names. */
export const adDestinations = (config: Config): AdDestination[] =>
  entries.flatMap(({ name, open, events }) => {
    const vendor = open(config);
    return vendor ? [adDestination(config, name, vendor, events)] : [];
  });
