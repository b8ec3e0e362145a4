import { alertSchema, maxListedAlerts, type Alert } from '@funnel/contracts/alerts';

import type { Db, Queries } from '../platform/database.ts';
import type { AlertRow } from '../platform/schema.ts';
import type { Condition } from './conditions.ts';

/** Where the runbook is in the product's repository. */
const runbook = 'docs/runbooks/alerts.md';

export const toAlert = ({ id, kind, subject, summary, began_at, ended_at }: AlertRow): Alert =>
  alertSchema.parse({
    id,
    kind,
    subject,
    summary,
    runbook: `${runbook}#${kind}`,
    beganAt: began_at,
    endedAt: ended_at,
  });

export const listOpenAlerts = (db: Queries): Promise<AlertRow[]> =>
  db.selectFrom('alerts').selectAll().where('ended_at', 'is', null).orderBy('began_at', 'desc').execute();

/** Lists the alerts that last, then those that have ended, each newest first. */
export async function listAlerts(db: Db): Promise<Alert[]> {
  const ended = await db
    .selectFrom('alerts')
    .selectAll()
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(maxListedAlerts)
    .execute();
  return [...(await listOpenAlerts(db)), ...ended].slice(0, maxListedAlerts).map(toAlert);
}

/** Stores an alert that begins. Returns undefined if another replica has stored it. */
export const insertAlert = (
  db: Queries,
  id: string,
  { kind, subject, summary }: Condition,
  nowMs: number,
): Promise<AlertRow | undefined> =>
  db
    .insertInto('alerts')
    .values({ id, kind, subject, summary, began_at: nowMs, ended_at: null })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('ended_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Stores that an alert has ended. Returns undefined if another replica has stored it. */
export const endAlert = (db: Queries, id: string, nowMs: number): Promise<AlertRow | undefined> =>
  db
    .updateTable('alerts')
    .set({ ended_at: nowMs })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Stores what is known by now about an alert that lasts. */
export const updateSummary = (db: Queries, id: string, summary: string) =>
  db.updateTable('alerts').set({ summary }).where('id', '=', id).where('ended_at', 'is', null).execute();
