import { randomUUID } from 'node:crypto';

import type { AlertWebhook } from '@funnel/contracts/alerts';
import type { OperatorHandlers } from '@funnel/releases/operators/operator-router';
import { minuteMs } from '@funnel/service-kit/durations';
import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';

import { enqueue } from '../deliveries/outbox-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { AlertRow } from '../platform/schema.ts';
import {
  endAlert,
  insertAlert,
  listAlerts,
  listOpenAlerts,
  toAlert,
  updateSummary,
} from './alert-repository.ts';
import { findConditions, keyOf, type Condition } from './conditions.ts';

/** The name of the destination in the console. */
export const alertWebhookName = 'alert-webhook';

async function announce(
  { config, clock }: AppContext,
  db: Queries,
  type: AlertWebhook['type'],
  row: AlertRow,
): Promise<void> {
  // A receiver of alerts gets no alert about its own failure. The console shows it. A token may have the same name.
  const isAboutReceiver = row.subject === alertWebhookName && row.kind !== 'token-ending';
  if (!config.ALERT_WEBHOOK_URL || isAboutReceiver) return;
  const payload = {
    type,
    timestamp: new Date(clock()).toISOString(),
    data: toAlert(row),
  } satisfies AlertWebhook;
  const id = `${type.replace('.', '_')}_${row.id}`;
  const delivery = { id, destination: alertWebhookName, kind: 'alert', payload: JSON.stringify(payload) };
  await enqueue(db, delivery, clock());
}

const withoutCounts = (summary: string): string => summary.replaceAll(/\d+/g, '');

/** Whether a canary waits for another reason than the alert says, so that an operator has another decision to make. */
const hasOtherReason = ({ kind, summary }: AlertRow, condition: Condition): boolean =>
  kind === 'canary-waiting' && withoutCounts(summary) !== withoutCounts(condition.summary);

/**
 * After a start or an outage, deliveries that have waited are overdue until the workers have taken them. Workers pause for a minute
 * at most.
 */
const overdueGraceMs = 3 * minuteMs;

/**
 * Creates the check. It begins an alert for each new condition, ends the alerts whose condition is over, and stores the counts of the
 * others. An alert whose reason is another one by now ends, and a new one begins. Each beginning and end is stored together with its
 * delivery, so that a crash neither loses nor repeats it. Every replica may run it at any rate. It returns the number of beginnings
 * and ends.
 */
export function createAlertCheck(context: AppContext): () => Promise<number> {
  const { database, clock, log } = context;
  /** When each destination was first found to have overdue deliveries. */
  let overdueSince: ReadonlyMap<string, number> = new Map();

  async function find(open: readonly AlertRow[]): Promise<Condition[]> {
    const before = overdueSince;
    // After a failed check, the time starts again.
    overdueSince = new Map();
    const conditions = await findConditions(context, open);
    const nowMs = clock();
    overdueSince = new Map(
      conditions
        .filter(({ kind }) => kind === 'deliveries-overdue')
        .map(({ subject }) => [subject, before.get(subject) ?? nowMs]),
    );
    return conditions;
  }
  /** Whether the workers may take the overdue deliveries of the destination at any moment. */
  const isRecentlyOverdue = (subject: string) =>
    clock() - (overdueSince.get(subject) ?? -Infinity) < overdueGraceMs;
  const mayBegin = ({ kind, subject }: Condition) =>
    kind !== 'deliveries-overdue' || !isRecentlyOverdue(subject);
  /** Until a worker has attempted one of them, nothing is known of the destination. */
  const mayEnd = ({ kind, subject }: AlertRow) =>
    kind !== 'destination-failing' || !isRecentlyOverdue(subject);

  const change = async (
    type: AlertWebhook['type'],
    store: (db: Queries) => Promise<AlertRow | undefined>,
  ) => {
    const row = await database.db.transaction().execute(async (db) => {
      const stored = await store(db);
      if (stored) await announce(context, db, type, stored);
      return stored;
    });
    if (!row) return 0;
    log.warn({ alert: row.kind, subject: row.subject }, type);
    return 1;
  };
  const begin = (condition: Condition) =>
    change('alert.began', (db) => insertAlert(db, randomUUID(), condition, clock()));
  const end = (id: string) => change('alert.ended', (db) => endAlert(db, id, clock()));

  return async () => {
    // In this order, because what another replica stores meanwhile may be about a later condition.
    const open = await listOpenAlerts(database.db);
    const known = new Set(open.map(keyOf));
    const conditions = await find(open);
    const found = new Map(conditions.map((condition) => [keyOf(condition), condition]));
    let changes = 0;
    for (const condition of conditions.filter((one) => !known.has(keyOf(one)) && mayBegin(one)))
      changes += await begin(condition);
    for (const alert of open) {
      const condition = found.get(keyOf(alert));
      if (!condition) changes += mayEnd(alert) ? await end(alert.id) : 0;
      else if (hasOtherReason(alert, condition)) changes += (await end(alert.id)) + (await begin(condition));
      else if (alert.summary !== condition.summary)
        await updateSummary(database.db, alert.id, condition.summary);
    }
    return changes;
  };
}

/** Checks every minute what operators have to know. `wakeOutbox` is called after a change. */
export function startAlerts(context: AppContext, wakeOutbox: () => void): Worker {
  const check = createAlertCheck(context);
  return startWorker({
    name: 'alerts',
    async run() {
      if ((await check()) > 0) wakeOutbox();
      return 0;
    },
    idleMs: minuteMs,
    log: context.log,
  });
}

export const alertRoutes = ({ database }: AppContext): OperatorHandlers<'listAlerts'> => ({
  async listAlerts(ctx) {
    ctx.body = { alerts: await listAlerts(database.db) };
  },
});
