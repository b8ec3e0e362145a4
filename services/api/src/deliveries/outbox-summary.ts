import { isTripped } from '@funnel/service-kit/jobs/breaker';

import type { Db } from '../platform/database.ts';

export interface DestinationSummary {
  readonly destination: string;
  readonly waiting: number;
  readonly dead: number;
  /** Age of the oldest waiting delivery, or 0 if none is waiting. */
  readonly oldestWaitingMs: number;
  /** The time until which the destination's breaker is open, or null if it is closed. */
  readonly breakerOpenUntil: number | null;
  /** Why and since when it gets nothing until it is resumed or its settings change; null if it is not stopped. */
  readonly stopped: { readonly reason: string; readonly at: number } | null;
}

/** Summarizes every destination with waiting or dead deliveries, or stopped. */
export async function summarizeOutbox(db: Db, nowMs: number): Promise<DestinationSummary[]> {
  const counts = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'destination',
      'state',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
    ])
    // They are few compared with the delivered ones, and an index finds them.
    .where('state', 'in', ['waiting', 'dead'])
    .groupBy(['destination', 'state'])
    .execute();
  const openBreakers = (await db.selectFrom('breakers').selectAll().execute()).filter(isTripped);
  const stops = await db.selectFrom('stopped_destinations').selectAll().execute();
  const names = new Set([...counts, ...stops].map(({ destination }) => destination));
  return [...names].sort().map((destination) => {
    const countsIn = (state: string) =>
      counts.find((row) => row.destination === destination && row.state === state);
    const breaker = openBreakers.find((row) => row.destination === destination);
    const stop = stops.find((row) => row.destination === destination);
    return {
      destination,
      waiting: countsIn('waiting')?.count ?? 0,
      dead: countsIn('dead')?.count ?? 0,
      oldestWaitingMs: nowMs - (countsIn('waiting')?.oldest ?? nowMs),
      breakerOpenUntil: breaker?.open_until ?? null,
      stopped: stop ? { reason: stop.reason, at: stop.stopped_at } : null,
    };
  });
}
