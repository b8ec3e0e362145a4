import type { OutboundRequest } from '../../platform/http-client.ts';
import type { Destination, PermanentFailure } from '../../platform/outbox/destination.ts';
import type { Conversion } from '../conversion.ts';

/** An adapter for one vendor: a pure request builder and a response classifier. */
export interface Vendor extends Pick<Destination, 'classify'> {
  /** Older events are rejected by the vendor, or counted wrongly. */
  readonly maxAgeDays: number;
  request(conversion: Conversion, eventName: string): OutboundRequest | PermanentFailure;
}
