import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';

/** Longer than opening a session takes; no longer, as a crash blocks the visit for the rest of it. */
const leaseMs = 20_000;
const pollMs = 50;
/** Outlasts the lease of a holder that crashed. */
const patienceMs = leaseMs + 2_000;

export interface VisitLease {
  readonly visitId: string;
  readonly owner: string;
}

async function take(db: Queries, { visitId, owner }: VisitLease, nowMs: number): Promise<boolean> {
  const lease = { owner, lease_until: nowMs + leaseMs };
  const taken = await db
    .insertInto('checkout_leases')
    .values({ visit_id: visitId, ...lease })
    .onConflict((conflict) =>
      conflict.column('visit_id').doUpdateSet(lease).where('checkout_leases.lease_until', '<=', nowMs),
    )
    .returning('owner')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Whether the lease is still ours; keeps it so until the transaction ends. */
export async function holdLease(db: Queries, { visitId, owner }: VisitLease): Promise<boolean> {
  const held = await db
    .updateTable('checkout_leases')
    .set({ owner })
    .where('visit_id', '=', visitId)
    .where('owner', '=', owner)
    .returning('owner')
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Does the work while nobody else does any for the same visit, on this replica or another.
 * What the work stores must pass `holdLease` in its own transaction. Problem: `unavailable` after waiting in vain.
 */
export async function withVisitLease<T>(
  { database: { db }, clock }: AppContext,
  visitId: string,
  work: (lease: VisitLease) => Promise<T>,
): Promise<T> {
  const lease = { visitId, owner: randomUUID() };
  for (let waitedMs = 0; !(await take(db, lease, clock())); waitedMs += pollMs) {
    if (waitedMs >= patienceMs) throw problem('unavailable');
    await sleep(pollMs);
  }
  try {
    return await work(lease);
  } finally {
    await db
      .deleteFrom('checkout_leases')
      .where('visit_id', '=', visitId)
      .where('owner', '=', lease.owner)
      .execute();
  }
}
