import type { Destination as HttpDestination, DirectDestination } from '@funnel/service-kit/jobs/destination';
import type { RetrySchedule } from '@funnel/service-kit/jobs/retry-schedule';

const second = 1000;
const hour = 3600 * second;

const longSchedule = { firstDelayMs: 5 * second, maxDelayMs: 2 * hour, endsAfterMs: 5 * 24 * hour };

/** Ad platforms deduplicate repeated conversions for 48 hours. A later repeat would be counted twice. */
export const conversionWindowMs = 47 * hour;

/** Delays between attempts, and the time after which no further attempt is made. */
export const schedules = {
  /** Leads and entitlements are retried for days. */
  lead: longSchedule,
  entitlement: longSchedule,
  /** A later email would surprise its reader. */
  email: { firstDelayMs: 5 * second, maxDelayMs: hour, endsAfterMs: 2 * 24 * hour },
  /** An older alert is in the console. */
  alert: { firstDelayMs: 5 * second, maxDelayMs: hour / 4, endsAfterMs: 24 * hour },
  /** An older event is in the history of releases. */
  release: { firstDelayMs: 5 * second, maxDelayMs: hour, endsAfterMs: 3 * 24 * hour },
  conversion: {
    firstDelayMs: 5 * second,
    maxDelayMs: hour,
    endsAfterMs: conversionWindowMs,
    hasRepeatLimit: true,
  },
} as const satisfies Record<string, RetrySchedule>;

export type DeliveryKind = keyof typeof schedules;

interface OfKind {
  readonly kind: DeliveryKind;
}

/** The HTTP destination of deliveries of one kind. */
export interface Destination extends HttpDestination, OfKind {}

/** Any destination of deliveries of one kind. */
export type AnyDestination = Destination | (DirectDestination & OfKind);
