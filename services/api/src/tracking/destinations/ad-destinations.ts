import type { ConversionName } from '@funnel/contracts/events';
import { dayMs } from '@funnel/service-kit/durations';
import type { PermanentFailure } from '@funnel/service-kit/jobs/destination';

import type { Destination } from '../../deliveries/destination.ts';
import type { Config } from '../../platform/config.ts';
import { conversionSchema, isConsentSufficient } from '../conversions/conversion.ts';
import type { AdAdapter } from './ad-adapter.ts';
import { createAdPlatform } from './ad-platform.ts';
import { createAdTracking } from './ad-tracking.ts';
import { createGa4 } from './ga4.ts';
import { createMeta } from './meta.ts';
import { createTikTok } from './tiktok.ts';

type EventNames = Readonly<Partial<Record<ConversionName, string>>>;
interface Entry {
  readonly name: string;
  /** Returns null if it is not configured. */
  readonly create: (config: Config) => AdAdapter | null;
  /** The events it accepts, with its own names for them. */
  readonly events: EventNames;
}

const checkoutEvents: EventNames = {
  ViewContent: 'ViewContent',
  InitiateCheckout: 'InitiateCheckout',
  Purchase: 'Purchase',
};
const allEvents: EventNames = { ...checkoutEvents, PageView: 'PageView', Lead: 'Lead' };

const entries = [
  { name: 'meta', create: createMeta, events: allEvents },
  { name: 'tiktok', create: createTikTok, events: { ...allEvents, PageView: 'Pageview' } },
  {
    name: 'ga4',
    create: createGa4,
    events: {
      PageView: 'page_view',
      ViewContent: 'view_item',
      Lead: 'generate_lead',
      InitiateCheckout: 'begin_checkout',
      Purchase: 'purchase',
    },
  },
  { name: 'ad-tracking', create: createAdTracking, events: checkoutEvents },
  { name: 'ad-platform', create: createAdPlatform, events: allEvents },
] as const satisfies readonly Entry[];

export type AdDestinationName = (typeof entries)[number]['name'];

export interface AdDestination extends Destination {
  readonly name: AdDestinationName;
  /** Whether the destination receives events of this name. */
  accepts(name: ConversionName): boolean;
}

const permanentFailure = (reason: string): PermanentFailure => ({ status: 'permanent', reason });

/**
 * Wraps an ad platform as a destination of the outbox. Conversions that must not be sent fail here, before a request is
 * built.
 */
const adDestination = (
  { CONSENT }: Config,
  name: AdDestinationName,
  adapter: AdAdapter,
  events: EventNames,
): AdDestination => ({
  name,
  kind: 'conversion',
  accepts: (event) => events[event] !== undefined,
  request({ payload }, nowMs) {
    const conversion = conversionSchema.parse(JSON.parse(payload));
    const { maxAgeDays } = adapter;
    const eventName = events[conversion.name];
    if (!isConsentSufficient(conversion.trace, CONSENT)) return permanentFailure('the visitor was not asked');
    if (!eventName) return permanentFailure(`${conversion.name} is not for this destination`);
    if (nowMs - conversion.atMs > maxAgeDays * dayMs)
      return permanentFailure(`older than ${maxAgeDays} days`);
    return adapter.request(conversion, eventName);
  },
  classify: adapter.classify,
  ...(adapter.settingsId !== undefined && { settingsId: adapter.settingsId }),
});

/** Creates the ad destinations that are configured. */
export const adDestinations = (config: Config): AdDestination[] =>
  entries.flatMap(({ name, create, events }) => {
    const adapter = create(config);
    return adapter ? [adDestination(config, name, adapter, events)] : [];
  });
