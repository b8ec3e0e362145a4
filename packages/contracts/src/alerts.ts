import * as z from 'zod/mini';

/** What an alert is about. The runbook `docs/runbooks/alerts.md` has a section of the same name for each. */
export const alertKinds = [
  'destination-failing',
  'deliveries-overdue',
  'dead-letters',
  'no-leads',
  'canary-failing',
  'canary-waiting',
  'token-ending',
  'disk-almost-full',
] as const;

/** One alert. Times are milliseconds since 1970. */
export const alertSchema = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  /** What it concerns: a destination, the id of a release set or the name of a token. Empty if it concerns the product. */
  subject: z.string(),
  /** What was wrong when it began, in one sentence without personal data. */
  summary: z.string(),
  /** Where the runbook says what to do. */
  runbook: z.string(),
  beganAt: z.int(),
  /** Null while it lasts. */
  endedAt: z.nullable(z.int()),
});
/** One alert. */
export type Alert = z.infer<typeof alertSchema>;

/** How many alerts `GET /api/reports/alerts` returns. */
export const maxListedAlerts = 100;

/** Response of `GET /api/reports/alerts`: those that last, then those that have ended, each newest first. */
export const alertsSchema = z.object({ alerts: z.array(alertSchema) });
/** Response of `GET /api/reports/alerts`. */
export type Alerts = z.infer<typeof alertsSchema>;

/**
 * What `ALERT_WEBHOOK_URL` gets, once when an alert begins and once when it ends. The names of the fields are those that
 * Standard Webhooks recommends.
 */
export interface AlertWebhook {
  readonly type: 'alert.began' | 'alert.ended';
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Alert;
}
