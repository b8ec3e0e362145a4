import type { Destination as AnyDestination } from '@funnel/service-kit/jobs/destination';
import type { RetrySchedule } from '@funnel/service-kit/jobs/retry-schedule';

const second = 1000;
const hour = 3600 * second;

const longSchedule = { firstPauseMs: 5 * second, maxDelayMs: 2 * hour, endsAfterMs: 5 * 24 * hour };

/** Ad platforms deduplicate repeated conversions for 48 hours. A later repeat would be counted twice. */
export const conversionWindowMs = 47 * hour;

/** Delays between attempts, and the time after which no further attempt is made. */
export const schedules = {
  /** Leads and entitlements are retried for days. */
  lead: longSchedule,
  entitlement: longSchedule,
  conversion: { firstPauseMs: 5 * second, maxDelayMs: hour, endsAfterMs: conversionWindowMs },
} as const satisfies Record<string, RetrySchedule>;

export type DeliveryKind = keyof typeof schedules;

/** The destination of deliveries of one kind. */
export interface Destination extends AnyDestination {
  readonly kind: DeliveryKind;
}
