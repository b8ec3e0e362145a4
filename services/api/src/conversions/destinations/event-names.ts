import type { ConversionName } from '@funnel/contracts/events';

/** Which destination gets which event, and what it calls it. */
export const eventNames = {
  meta: {
    PageView: 'PageView',
    ViewContent: 'ViewContent',
    Lead: 'Lead',
    InitiateCheckout: 'InitiateCheckout',
    Purchase: 'Purchase',
  },
  tiktok: {
    PageView: 'Pageview',
    ViewContent: 'ViewContent',
    Lead: 'Lead',
    InitiateCheckout: 'InitiateCheckout',
    Purchase: 'Purchase',
  },
  ga4: {
    PageView: 'page_view',
    ViewContent: 'view_item',
    Lead: 'generate_lead',
    InitiateCheckout: 'begin_checkout',
    Purchase: 'purchase',
  },
  'ad-tracking': {
    ViewContent: 'ViewContent',
    InitiateCheckout: 'InitiateCheckout',
    Purchase: 'Purchase',
  },
  'ad-platform': {
    PageView: 'PageView',
    ViewContent: 'ViewContent',
    Lead: 'Lead',
    InitiateCheckout: 'InitiateCheckout',
    Purchase: 'Purchase',
  },
} as const satisfies Record<string, Partial<Record<ConversionName, string>>>;

export type AdDestinationName = keyof typeof eventNames;

/** What a destination calls an event; undefined where it does not get it. */
export function eventNameAt(destination: AdDestinationName, name: ConversionName): string | undefined {
  const names: Partial<Record<ConversionName, string>> = eventNames[destination];
  return names[name];
}
