import { sql } from 'kysely';

import type { Database, Queries } from '../platform/database.ts';
import type { ConsentRow } from '../platform/schema.ts';

export const maxReadDecisions = 20;

/** The latest decisions of a visit, newest first. Real visits have fewer than the limit. */
export const decisionsOf = (db: Queries, visitId: string): Promise<ConsentRow[]> =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('visit_id', '=', visitId)
    .orderBy('received_at', 'desc')
    .orderBy('at', 'desc')
    .limit(maxReadDecisions)
    .execute();

/** The advisory lock of PostgreSQL for the consent of a visit. */
const consentLock = (visitId: unknown) => sql`hashtextextended('consent ' || ${visitId}, 0)`;

/**
 * Returns the visits whose last decision is a refusal or a withdrawal. On PostgreSQL it locks the consent of all until the caller's
 * transaction ends. Visits are locked in order, so that two transactions never wait for each other.
 */
export async function lockAndReadRefusals(
  db: Queries,
  engine: Database['engine'],
  visitIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (visitIds.length === 0) return new Set();
  if (engine === 'postgres') {
    const inOrder = [...new Set(visitIds)].toSorted();
    await sql`
      select pg_advisory_xact_lock_shared(${consentLock(sql`id`)})
      from unnest(${inOrder}::text[]) with ordinality as visits (id, place) order by place
    `.execute(db);
  }
  const decisions = await db
    .selectFrom('consents')
    .select(['visit_id', 'choice'])
    .where('visit_id', 'in', [...new Set(visitIds)])
    .orderBy('received_at')
    .orderBy('at')
    .execute();
  const last = new Map(decisions.map(({ visit_id, choice }) => [visit_id, choice]));
  return new Set([...last].flatMap(([visitId, choice]) => (choice === 'granted' ? [] : visitId)));
}

/** Returns false if it is already stored. */
export async function insertDecision(db: Queries, decision: ConsentRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('consents')
    .values(decision)
    .onConflict((conflict) => conflict.columns(['visit_id', 'choice', 'at']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const pendingStates = ['waiting', 'dead'] as const;

/** Returns whether the visit has conversions that may still be sent, or an unpaid session with an ad context. */
export async function hasDataForAdPlatforms(db: Queries, visitId: string): Promise<boolean> {
  const conversion = await db
    .selectFrom('outbox')
    .select('id')
    .where('visit_id', '=', visitId)
    .where('kind', '=', 'conversion')
    .where('state', 'in', pendingStates)
    .limit(1)
    .executeTakeFirst();
  if (conversion) return true;
  const session = await db
    .selectFrom('checkout_sessions')
    .select('id')
    .where('visit_id', '=', visitId)
    .where('ad_trace', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

/**
 * Sets the ad context that is sent with the purchase if an open session of the visit is paid. Null sends nothing, and is also
 * set in sessions that have ended.
 */
export async function setAdContextOfSessions(
  db: Queries,
  visitId: string,
  adContext: string | null,
): Promise<void> {
  const ofVisit = db
    .updateTable('checkout_sessions')
    .set({ ad_trace: adContext })
    .where('visit_id', '=', visitId);
  await (
    adContext === null
      ? ofVisit.where('ad_trace', 'is not', null)
      : ofVisit.where('status', 'in', ['open', 'processing'])
  ).execute();
}

/** Removes the ad context of a session whose purchase is recorded. */
export async function removeAdContext(db: Queries, sessionId: string): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({ ad_trace: null })
    .where('id', '=', sessionId)
    .where('ad_trace', 'is not', null)
    .execute();
}

/** Deletes waiting conversions, and dead ones, because an operator could redeliver them. */
export async function deletePendingConversions(db: Queries, visitId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('visit_id', '=', visitId)
    .where('kind', '=', 'conversion')
    .where('state', 'in', pendingStates)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Deletes waiting and dead conversions, also those of transactions that read the visit's consent before its refusal was
 * committed, and store them after. Call it outside a transaction, so that it waits without locking anything.
 */
export const deleteConcurrentConversions = ({ db, engine }: Database, visitId: string): Promise<number> =>
  db.transaction().execute(async (trx) => {
    if (engine === 'postgres')
      await sql`select pg_advisory_xact_lock(${consentLock(sql`${visitId}::text`)})`.execute(trx);
    return deletePendingConversions(trx, visitId);
  });
