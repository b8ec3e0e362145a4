import type { OutboundRequest } from '@funnel/service-kit/http/http-client';
import type { Destination, PermanentFailure } from '@funnel/service-kit/jobs/destination';

import type { Conversion } from '../conversions/conversion.ts';

/** An adapter for one vendor: a pure request builder and a response classifier. */
export interface Vendor extends Pick<Destination, 'classify' | 'settingsId'> {
  /** Older events are rejected by the vendor, or counted wrongly. */
  readonly maxAgeDays: number;
  request(conversion: Conversion, eventName: string): OutboundRequest | PermanentFailure;
}
