import type { Destination as AnyDestination } from '@funnel/service-kit/jobs/destination';
import type { RetrySchedule } from '@funnel/service-kit/jobs/retry-schedule';

const second = 1000;
const hour = 3600 * second;

const patient = { firstPauseMs: 5 * second, maxDelayMs: 2 * hour, endsAfterMs: 5 * 24 * hour };

/** Ad platforms recognise a repeat for 48 hours; one that comes later would count twice. */
export const conversionWindowMs = 47 * hour;

/** Pauses between attempts, and after what time there is no further one. */
export const schedules = {
  /** A lead, and what a buyer may use, are worth days of patience. */
  lead: patient,
  entitlement: patient,
  conversion: { firstPauseMs: 5 * second, maxDelayMs: hour, endsAfterMs: conversionWindowMs },
} as const satisfies Record<string, RetrySchedule>;

export type DeliveryKind = keyof typeof schedules;

/** One place that deliveries of a kind go to. */
export interface Destination extends AnyDestination {
  readonly kind: DeliveryKind;
}
