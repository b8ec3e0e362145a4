import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Clock } from '@funnel/service-kit/clock';
import { problem } from '@funnel/service-kit/problem';

import type { AppContext } from '../../platform/app-context.ts';
import type { Db, Queries } from '../../platform/database.ts';

/** Longer than opening a session takes, but short, because a crash blocks the visit until the lease ends. */
const leaseMs = 20_000;
const pollMs = 50;
/** Waiting tabs and retries of one visit on this replica. */
const maxWaiting = 25;
const waitingByVisit = new Map<string, number>();
/** Longer than the lease of a crashed owner. */
const timeoutMs = leaseMs + 2_000;

export interface VisitLease {
  readonly visitId: string;
  readonly owner: string;
}

async function acquire(db: Queries, { visitId, owner }: VisitLease, nowMs: number): Promise<boolean> {
  const lease = { owner, lease_until: nowMs + leaseMs };
  const acquired = await db
    .insertInto('checkout_leases')
    .values({ visit_id: visitId, ...lease })
    .onConflict((conflict) =>
      conflict.column('visit_id').doUpdateSet(lease).where('checkout_leases.lease_until', '<=', nowMs),
    )
    .returning('owner')
    .executeTakeFirst();
  return acquired !== undefined;
}

/** Returns whether the lease is still valid, and locks it until the transaction ends. */
export async function confirmLease(db: Queries, { visitId, owner }: VisitLease): Promise<boolean> {
  const confirmed = await db
    .updateTable('checkout_leases')
    .set({ owner })
    .where('visit_id', '=', visitId)
    .where('owner', '=', owner)
    .returning('owner')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/**
 * Runs work exclusively for a visit, across replicas. Transactions of the work must call `confirmLease`. Problems:
 * `unavailable` if the lease does not become free in time, `too-many-requests` if too many requests are waiting.
 */
export async function withVisitLease<T>(
  { database: { db }, clock }: AppContext,
  visitId: string,
  work: (lease: VisitLease) => Promise<T>,
): Promise<T> {
  const waiting = waitingByVisit.get(visitId) ?? 0;
  if (waiting >= maxWaiting)
    throw problem('too-many-requests', { detail: 'Too many checkouts at once. Try again in a moment.' });
  waitingByVisit.set(visitId, waiting + 1);
  const lease = { visitId, owner: randomUUID() };
  try {
    return await withLease({ db, clock }, lease, work);
  } finally {
    const remaining = (waitingByVisit.get(visitId) ?? 1) - 1;
    if (remaining > 0) waitingByVisit.set(visitId, remaining);
    else waitingByVisit.delete(visitId);
  }
}

/** Resolves when the last waiting request of each visit on this replica no longer waits. */
const lastTurns = new Map<string, Promise<void>>();

/** Waits until the lease is free. Of the requests of a visit, one at a time polls the database, however many wait. */
async function acquireInTurn(db: Db, clock: Clock, lease: VisitLease): Promise<void> {
  const startedAt = performance.now();
  const previous = lastTurns.get(lease.visitId);
  const poll = async () => {
    await previous;
    while (!(await acquire(db, lease, clock()))) {
      if (performance.now() - startedAt >= timeoutMs) throw problem('unavailable');
      await sleep(pollMs);
    }
  };
  const acquired = poll();
  const turn = acquired.catch(() => undefined);
  lastTurns.set(lease.visitId, turn);
  await turn;
  if (lastTurns.get(lease.visitId) === turn) lastTurns.delete(lease.visitId);
  await acquired;
}

async function withLease<T>(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  lease: VisitLease,
  work: (lease: VisitLease) => Promise<T>,
): Promise<T> {
  const { visitId } = lease;
  await acquireInTurn(db, clock, lease);
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
