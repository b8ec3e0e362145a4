import { statfs } from 'node:fs/promises';

import type { Alert } from '@funnel/contracts/alerts';
import { readCanaryAlert } from '@funnel/releases/auto-rollback/canary-alert';
import { listTokens } from '@funnel/releases/operators/operator-repository';
import { readChannel, readPlan } from '@funnel/releases/sets/release-repository';
import { countText } from '@funnel/service-kit/count-text';
import { dayMs, hourMs, minuteMs } from '@funnel/service-kit/durations';
import { isWaiting } from '@funnel/service-kit/jobs/outbox-queue';
import type { BreakerRow } from '@funnel/service-kit/jobs/outbox-tables';

import { countRedeliverable } from '../deliveries/delivery-repository.ts';
import { summarizeOutbox, type DestinationSummary } from '../deliveries/outbox-summary.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Db } from '../platform/database.ts';
import type { AlertRow } from '../platform/schema.ts';

/** Something that an operator has to know or to decide, for as long as it is found. */
export type Condition = Pick<Alert, 'kind' | 'subject' | 'summary'>;

/** `open` are the alerts that have begun and not ended. */
type Check = (context: AppContext, open: readonly AlertRow[]) => Promise<readonly Condition[]>;

/** Workers take work within seconds after it is due. */
const overdueMs = 10 * minuteMs;
/** Visitors differ by the hour, so a canary is compared over a day. */
const canaryDecisionMs = dayMs;
/** Time enough to replace a token that people and pipelines use. */
const tokenNoticeMs = 7 * dayMs;
/** Publishing alone may use as much in a day for each app. */
const diskNoticeBytes = 2 ** 30;
/** Stripe stores an event for so long. */
const resendableMs = 30 * dayMs;
const comparedDays = 7;
/** If leads arrive independently, an hour that has 7 on average is without any once in 1,100 hours (Poisson: e^-7). */
const usualLeads = 7;

const deliveries = (count: number) => countText(count, 'delivery', 'deliveries');

/** Counts the waiting deliveries of each destination that have been due for long, and that no worker attempts now. */
async function countOverdue(db: Db, nowMs: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['destination', fn.countAll<number>().as('count')])
    .where(isWaiting)
    .where('due_at', '<', nowMs - overdueMs)
    .where('lease_until', '<=', nowMs)
    .groupBy('destination')
    .execute();
  return new Map(rows.map(({ destination, count }) => [destination, count]));
}

/**
 * The alert about a destination, or null. `late`: how many deliveries are overdue. `pause`: its circuit breaker, if it was open
 * in the last ten minutes.
 */
function failureOf(
  { destination: subject, waiting, stopped, rejecting, breakerOpenUntil }: DestinationSummary,
  late: number,
  pause: BreakerRow | undefined,
  nowMs: number,
): Condition | null {
  const failing = (what: string): Condition => ({
    kind: 'destination-failing',
    subject,
    summary: `${subject} ${what}. Waiting: ${deliveries(waiting)}.`,
  });
  if (stopped) return failing(`was stopped (${stopped.reason})`);
  // A worker would have attempted one soon after the pause.
  if (late > 0 && !pause) {
    const summary = `${deliveries(late)} to ${subject} should have been attempted more than 10 minutes ago. Either the worker cannot keep up, or ${subject} is no longer configured.`;
    return { kind: 'deliveries-overdue', subject, summary };
  }
  if (breakerOpenUntil !== null && waiting > 0) return failing('does not accept deliveries');
  if (late > 0 && pause) {
    const until = new Date(pause.open_until).toISOString();
    return pause.open_until > nowMs ? failing(`asked for a pause until ${until}`) : null;
  }
  return rejecting && rejecting.since <= nowMs - overdueMs
    ? failing(`has accepted no delivery for 10 minutes (${rejecting.reason})`)
    : null;
}

/** Destinations that get nothing, dead letters, and deliveries that wait although nothing holds them back. */
const checkDeliveries: Check = async ({ database: { db }, clock }) => {
  const overdue = await countOverdue(db, clock());
  // A failed attempt counts as a pause until its time, and a worker that has attempted something lately runs.
  const pauses = await db
    .selectFrom('breakers')
    .selectAll()
    .where('open_until', '>', clock() - overdueMs)
    .execute();
  const summaries = await summarizeOutbox(db, clock());
  const redeliverable = await countRedeliverable(db, clock());
  return summaries.flatMap((destination) => {
    const subject = destination.destination;
    const pause = pauses.find((row) => row.destination === subject);
    const failure = failureOf(destination, overdue.get(subject) ?? 0, pause, clock());
    const dead = redeliverable.get(subject) ?? 0;
    const summary = `${subject} has ${countText(dead, 'dead letter')}. Nothing is lost: redeliver under Deliveries in the console.`;
    return [
      ...(failure ? [failure] : []),
      ...(dead > 0 ? [{ kind: 'dead-letters' as const, subject, summary }] : []),
    ];
  });
};

/** Webhook events that failed for good, while the payment provider can still send them again. */
const checkWebhookEvents: Check = async ({ database: { db }, clock }) => {
  const { count } = await db
    .selectFrom('inbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'dead')
    .where('received_at', '>', clock() - resendableMs)
    .executeTakeFirstOrThrow();
  if (count === 0) return [];
  const summary = `${countText(count, 'webhook event')} of Stripe could not be processed. Repair the cause and resend what failed.`;
  return [{ kind: 'dead-letters', subject: 'stripe-webhook', summary }];
};

/** Counts the leads that the reports count. Those of bots have no set. */
const countLeads = async (db: Db, from: number, until: number): Promise<number> => {
  const { count } = await db
    .selectFrom('leads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('received_at', '>=', from)
    .where('received_at', '<', until)
    .where('set_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
};

/**
 * An hour without a lead, if the same hour of the last seven days had seven or more on average. It lasts until a lead arrives, also
 * when few are usual: at night, and after days without any.
 */
const checkLeads: Check = async ({ database: { db }, clock }, open) => {
  const until = clock();
  const from = until - hourMs;
  if ((await countLeads(db, from, until)) > 0) return [];
  const begun = open.filter(({ kind }) => kind === 'no-leads');
  if (begun.length > 0) return begun;
  const days = Array.from({ length: comparedDays }, (_, index) => (index + 1) * dayMs);
  const counts = await Promise.all(days.map((agoMs) => countLeads(db, from - agoMs, until - agoMs)));
  const average = counts.reduce((sum, count) => sum + count, 0) / comparedDays;
  if (average < usualLeads) return [];
  const summary = `No lead has arrived for an hour, in which there were ${Math.round(average)} on average in the last 7 days.`;
  return [{ kind: 'no-leads', subject: '', summary }];
};

/** A canary that may fail, and one whose stages are held or about which nobody has decided for a day. */
const checkCanary: Check = async (context) => {
  const conditions: Condition[] = [];
  const alert = await readCanaryAlert(context);
  if (alert) conditions.push({ kind: 'canary-failing', subject: alert.setId, summary: alert.reason });
  const channel = await readChannel(context.database.db);
  const plan = readPlan(channel);
  if (channel?.canary_set && plan?.heldBecause) {
    const summary = `The stages of the canary are held at ${channel.canary_percent} %: ${plan.heldBecause}`;
    conditions.push({ kind: 'canary-waiting', subject: channel.canary_set, summary });
  } else if (channel?.canary_set && !plan && context.clock() - channel.moved_at >= canaryDecisionMs) {
    const summary = `The canary has had ${channel.canary_percent} % of the visitors for a day: increase its percentage, promote it, or stop it.`;
    conditions.push({ kind: 'canary-waiting', subject: channel.canary_set, summary });
  }
  return conditions;
};

/** Tokens that end within a week. */
const checkTokens: Check = async ({ database: { db }, clock }) =>
  (await listTokens(db))
    .filter(({ expires_at }) => expires_at > clock() && expires_at - clock() <= tokenNoticeMs)
    .map(({ name, expires_at }) => ({
      kind: 'token-ending' as const,
      subject: name,
      summary: `The token "${name}" ends on ${new Date(expires_at).toISOString().slice(0, 10)}.`,
    }));

/** A disk on which SQLite soon cannot store leads any more. PostgreSQL has its own, which its host watches. */
const checkDisk: Check = async ({ config: { DATABASE_URL, DATA_DIR } }) => {
  if (DATABASE_URL) return [];
  const { bavail, bsize } = await statfs(DATA_DIR);
  const freeBytes = bavail * bsize;
  if (freeBytes >= diskNoticeBytes) return [];
  const summary = `The disk of the database has ${Math.floor(freeBytes / 2 ** 20)} MiB left. Without space no lead is stored.`;
  return [{ kind: 'disk-almost-full', subject: '', summary }];
};

const checks: readonly Check[] = [
  checkDeliveries,
  checkWebhookEvents,
  checkLeads,
  checkCanary,
  checkTokens,
  checkDisk,
];

/** Everything that is wrong now. Two conditions never have the same kind and subject. */
export async function findConditions(context: AppContext, open: readonly AlertRow[]): Promise<Condition[]> {
  const found = (await Promise.all(checks.map((check) => check(context, open)))).flat();
  return [...new Map(found.map((condition) => [keyOf(condition), condition])).values()];
}

export const keyOf = ({ kind, subject }: Pick<Condition, 'kind' | 'subject'>): string => `${kind} ${subject}`;
