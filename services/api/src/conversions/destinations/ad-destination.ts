import type { OutboundRequest } from '../../platform/http-client.ts';
import type { Destination, Refusal } from '../../platform/outbox/destination.ts';
import { conversionSchema, type Conversion } from '../conversion.ts';
import { eventNameAt, type AdDestinationName } from './event-names.ts';

/** One vendor: a pure request builder and a classifier of answers. */
interface AdAdapter extends Pick<Destination, 'classify'> {
  readonly name: AdDestinationName;
  /** What is older is refused by the vendor, or counted wrongly. */
  readonly longestAgeMs: number;
  request(conversion: Conversion, eventName: string): OutboundRequest | Refusal;
}

export interface AdDestination extends Destination {
  readonly name: AdDestinationName;
}

const dayMs = 24 * 3600 * 1000;
export const days = (count: number): number => count * dayMs;

const refusal = (reason: string): Refusal => ({ status: 'permanent', reason });

/** The adapter as the outbox delivers to it. What must not be sent is refused here, before there is a request. */
export const adDestination = ({ name, longestAgeMs, request, classify }: AdAdapter): AdDestination => ({
  name,
  kind: 'conversion',
  request({ payload }, nowMs) {
    const conversion = conversionSchema.parse(JSON.parse(payload));
    const eventName = eventNameAt(name, conversion.name);
    if (!eventName) return refusal(`${conversion.name} is not for this destination`);
    if (nowMs - conversion.atMs > longestAgeMs) return refusal(`older than ${longestAgeMs / dayMs} days`);
    return request(conversion, eventName);
  },
  classify,
});
