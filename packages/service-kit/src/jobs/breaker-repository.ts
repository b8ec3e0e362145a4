import { sql } from 'kysely';

import type * as database from '../database/database.ts';
import { minuteMs } from '../durations.ts';
import { afterFailure, closed, isTripped, type BatchResult } from './breaker.ts';
import { isWaiting } from './outbox-queue.ts';
import type { BreakerRow, OutboxTables } from './outbox-tables.ts';

type Queries = database.Queries<OutboxTables>;

/**
 * Replicas share a destination's state, so that together they send one probe at a time. A restart keeps the delay that
 * a receiver requested.
 */
export const readBreaker = async (db: Queries, destination: string): Promise<BreakerRow> =>
  (await db.selectFrom('breakers').selectAll().where('destination', '=', destination).executeTakeFirst()) ?? {
    destination,
    ...closed,
    rejecting_since: null,
    rejection: null,
  };

/** Reserves the probe until `untilMs`. Returns false if another worker has reserved it, or no delivery is waiting. */
export async function reserveProbe(
  db: Queries,
  destination: string,
  nowMs: number,
  untilMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('breakers')
    .set({ open_until: untilMs })
    .where('destination', '=', destination)
    .where('open_until', '<=', nowMs)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('outbox')
          .select('id')
          .where('destination', '=', destination)
          .where(isWaiting)
          .where('lease_until', '<=', nowMs),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const expediteFactor = 60;

/** A shorter rejection concerned single deliveries, so nothing is expedited after it. */
const lastingMs = 10 * minuteMs;

/**
 * Divides each waiting delivery's remaining delay by 60. A recovered destination catches up within minutes, without a
 * burst.
 */
async function expediteWaiting(db: Queries, destination: string, nowMs: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: sql<number>`cast(${nowMs} + (due_at - ${nowMs}) / ${expediteFactor} as bigint)` })
    .where('destination', '=', destination)
    .where('state', '=', 'waiting')
    .where('due_at', '>', nowMs)
    .execute();
}

/** Stores since when and how a destination rejects new deliveries, or that it accepts them. */
async function recordAcceptance(
  db: Queries,
  { destination, rejecting_since }: BreakerRow,
  { hasAccepted, rejection }: BatchResult,
  nowMs: number,
): Promise<void> {
  if (hasAccepted && rejecting_since !== null)
    await db
      .updateTable('breakers')
      .set({ rejecting_since: null, rejection: null })
      .where('destination', '=', destination)
      .execute();
  if (rejection !== null)
    await db
      .insertInto('breakers')
      .values({ destination, ...closed, rejecting_since: nowMs, rejection })
      .onConflict((conflict) =>
        conflict.column('destination').doUpdateSet(({ fn, ref, val }) => ({
          rejecting_since: fn.coalesce(ref('breakers.rejecting_since'), val(nowMs)),
          rejection,
        })),
      )
      .execute();
}

/** Applies the result of a batch to its destination's breaker. `before` is the state in which the batch started. */
export async function recordBatch(
  db: Queries,
  before: BreakerRow,
  result: BatchResult,
  nowMs: number,
): Promise<void> {
  const { destination } = before;
  const { outcome, retryAfterMs, hasAccepted } = result;
  const breakerUpdate = db.updateTable('breakers').where('destination', '=', destination);
  await recordAcceptance(db, before, result, nowMs);
  const hasRejectedForLong = nowMs - (before.rejecting_since ?? nowMs) >= lastingMs;
  const hasRecovered = (hasAccepted && hasRejectedForLong) || (outcome === 'responded' && isTripped(before));
  if (hasRecovered) await expediteWaiting(db, destination, nowMs);
  if (outcome === 'responded' && before.failures > 0) {
    // Batches that began later may have failed meanwhile.
    await breakerUpdate.where('failures', '<=', before.failures).set(closed).execute();
  }
  if (outcome === 'failed') {
    const after = afterFailure(before, nowMs, retryAfterMs);
    await db
      .insertInto('breakers')
      .values({ destination, ...after })
      .onConflict((conflict) =>
        // Another replica may have recorded more failures meanwhile.
        conflict.column('destination').doUpdateSet(after).where('breakers.failures', '<=', before.failures),
      )
      .execute();
  }
  // Releases the reserved probe.
  if (outcome === 'inconclusive' && isTripped(before))
    await breakerUpdate.set({ open_until: nowMs }).execute();
}
