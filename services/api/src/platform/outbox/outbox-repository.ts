import { randomUUID } from 'node:crypto';

import type { AppContext } from '../app-context.ts';
import type { Database, Queries } from '../database.ts';
import type { OutboxRow } from '../schema.ts';

type NewDelivery = Pick<OutboxRow, 'id' | 'destination' | 'kind' | 'payload'> &
  /** What it came from, for the log. */
  Partial<Pick<OutboxRow, 'visit_id' | 'set_id'>>;

/**
 * Stores deliveries in the caller's transaction: they exist if, and only if, what they tell of exists. A delivery's id is
 * what the receiver sees on every attempt; a second delivery of the same id is not stored.
 */
export async function enqueueAll(
  db: Queries,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  const unclaimed = { attempts: 0, lease_owner: null, lease_until: 0, last_error: null };
  const times = { due_at: nowMs, created_at: nowMs, scheduled_from: nowMs };
  // Named in full: the rows of one statement have the same columns.
  const whole = { visit_id: null, set_id: null, ...unclaimed, ...times, state: 'waiting' } as const;
  await db
    .insertInto('outbox')
    .values(deliveries.map((delivery) => ({ ...whole, ...delivery })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** As `enqueueAll`, for one. */
export const enqueue = (db: Queries, delivery: NewDelivery, nowMs: number): Promise<void> =>
  enqueueAll(db, [delivery], nowMs);

interface Claim {
  readonly destination: string;
  readonly nowMs: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Also takes what is not due yet. */
  readonly isProbe?: boolean;
}

/**
 * Takes due deliveries for `leaseMs`; nobody else gets them meanwhile. Whoever dies holding them loses them when the
 * lease ends. An attempt counts from the claim on, so that a delivery that kills its worker does not live for ever.
 */
export async function claimDeliveries(
  { db, engine }: Database,
  { destination, nowMs, leaseMs, limit, isProbe = false }: Claim,
): Promise<OutboxRow[]> {
  return db
    .with('due', (from) => {
      const due = from
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('destination', '=', destination)
        .$if(!isProbe, (query) => query.where('due_at', '<=', nowMs))
        .where('lease_until', '<=', nowMs)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit);
      return engine === 'postgres' ? due.forUpdate().skipLocked() : due;
    })
    .updateTable('outbox')
    .set((by) => ({
      lease_owner: randomUUID(),
      lease_until: nowMs + leaseMs,
      attempts: by('attempts', '+', 1),
    }))
    .where('id', 'in', (from) => from.selectFrom('due').select('id'))
    .returningAll()
    .execute();
}

export type Settled = Pick<OutboxRow, 'state' | 'last_error'> & { readonly due_at?: number };

/** Writes down what came of an attempt. False, and nothing written, where the lease has ended or is another's. */
export async function settleDelivery(
  db: Queries,
  claimed: OutboxRow,
  settled: Settled,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...settled, lease_owner: null, lease_until: 0 })
    .where('id', '=', claimed.id)
    .where('lease_owner', '=', claimed.lease_owner)
    .where('lease_until', '>', nowMs)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const keptMs = 30 * 24 * 3600 * 1000;

/** Removes some of what was delivered more than 30 days ago; says how many deliveries that were. The dead stay. */
export async function removeOldDeliveries({ database: { db }, clock }: AppContext): Promise<number> {
  const old = db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'delivered')
    .where('due_at', '<=', clock() - keptMs)
    .limit(1000);
  const { numDeletedRows } = await db.deleteFrom('outbox').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
