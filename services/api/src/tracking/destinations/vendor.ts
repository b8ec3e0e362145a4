import type { OutboundRequest } from '@funnel/service-kit/http/http-client';
import type { Destination, PermanentFailure } from '@funnel/service-kit/jobs/destination';

import type { Conversion } from '../conversions/conversion.ts';

/** How one vendor is spoken to: a pure request builder and a classifier of answers. */
export interface Vendor extends Pick<Destination, 'classify'> {
  /** What is older is refused by the vendor, or counted wrongly. */
  readonly maxAgeDays: number;
  request(conversion: Conversion, eventName: string): OutboundRequest | PermanentFailure;
}
