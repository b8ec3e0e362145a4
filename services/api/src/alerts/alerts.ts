import { randomUUID } from 'node:crypto';

import type { AlertWebhook } from '@funnel/contracts/alerts';
import type { OperatorHandlers } from '@funnel/releases/operators/operator-router';
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

const intervalMs = 60_000;

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
 * Begins an alert for each new condition, ends the alerts whose condition is over, and stores the counts of the others. An alert
 * whose reason is another one by now ends, and a new one begins. Each beginning and end is stored together with its delivery, so that
 * a crash neither loses nor repeats it. Every replica may run it at any rate. Returns the number of beginnings and ends.
 */
export async function updateAlerts(context: AppContext): Promise<number> {
  const { database, clock, log } = context;
  // In this order, because what another replica stores meanwhile may be about a later condition.
  const open = await listOpenAlerts(database.db);
  const conditions = await findConditions(context, open);
  const known = new Set(open.map(keyOf));
  const found = new Map(conditions.map((condition) => [keyOf(condition), condition]));
  let changes = 0;

  const change = async (
    type: AlertWebhook['type'],
    store: (db: Queries) => Promise<AlertRow | undefined>,
  ) => {
    const row = await database.db.transaction().execute(async (db) => {
      const stored = await store(db);
      if (stored) await announce(context, db, type, stored);
      return stored;
    });
    if (!row) return;
    changes++;
    log.warn({ alert: row.kind, subject: row.subject }, type);
  };
  const begin = (condition: Condition) =>
    change('alert.began', (db) => insertAlert(db, randomUUID(), condition, clock()));
  const end = (id: string) => change('alert.ended', (db) => endAlert(db, id, clock()));

  for (const condition of conditions.filter((one) => !known.has(keyOf(one)))) await begin(condition);
  for (const alert of open) {
    const condition = found.get(keyOf(alert));
    if (!condition) await end(alert.id);
    else if (hasOtherReason(alert, condition)) {
      await end(alert.id);
      await begin(condition);
    } else if (alert.summary !== condition.summary)
      await updateSummary(database.db, alert.id, condition.summary);
  }
  return changes;
}

/** Checks every minute what operators have to know. `wakeOutbox` is called after a change. */
export const startAlerts = (context: AppContext, wakeOutbox: () => void): Worker =>
  startWorker({
    name: 'alerts',
    async run() {
      if ((await updateAlerts(context)) > 0) wakeOutbox();
      return 0;
    },
    idleMs: intervalMs,
    log: context.log,
  });

export const alertRoutes = ({ database }: AppContext): OperatorHandlers<'listAlerts'> => ({
  async listAlerts(ctx) {
    ctx.body = { alerts: await listAlerts(database.db) };
  },
});
