import type { DeliverySummary } from '@funnel/contracts/deliveries';
import { isTripped } from '@funnel/service-kit/jobs/breaker';

import type { Db } from '../platform/database.ts';

export type DestinationSummary = DeliverySummary['destinations'][number];

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
  const breakers = await db.selectFrom('breakers').selectAll().execute();
  const stops = await db.selectFrom('stopped_destinations').selectAll().execute();
  const names = new Set([...counts, ...stops].map(({ destination }) => destination));
  return [...names].sort().map((destination) => {
    const countsIn = (state: string) =>
      counts.find((row) => row.destination === destination && row.state === state);
    const breaker = breakers.find((row) => row.destination === destination);
    const { rejecting_since: since, rejection: reason } = breaker ?? {};
    const stop = stops.find((row) => row.destination === destination);
    return {
      destination,
      waiting: countsIn('waiting')?.count ?? 0,
      dead: countsIn('dead')?.count ?? 0,
      oldestWaitingMs: nowMs - (countsIn('waiting')?.oldest ?? nowMs),
      breakerOpenUntil: breaker && isTripped(breaker) ? breaker.open_until : null,
      rejecting: reason && since && countsIn('waiting') ? { reason, since } : null,
      stopped: stop ? { reason: stop.reason, at: stop.stopped_at } : null,
    };
  });
}
