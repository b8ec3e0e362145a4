import { isTripped } from '@funnel/service-kit/jobs/breaker';

import type { Db } from '../platform/database.ts';

export interface DestinationSummary {
  readonly destination: string;
  readonly waiting: number;
  readonly dead: number;
  /** Age of the oldest delivery that waits; 0 where none does. */
  readonly oldestWaitingMs: number;
  /** Until when a destination that is away is left alone; null where it is not. */
  readonly breakerOpenUntil: number | null;
}

/** Every destination that something waits for, has died for, or that is away. */
export async function summariseOutbox(db: Db, nowMs: number): Promise<DestinationSummary[]> {
  const counts = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'destination',
      'state',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
    ])
    // Few beside the delivered ones, and found by an index.
    .where('state', 'in', ['waiting', 'dead'])
    .groupBy(['destination', 'state'])
    .execute();
  const away = (await db.selectFrom('breakers').selectAll().execute()).filter(isTripped);
  const names = new Set([...counts, ...away].map(({ destination }) => destination));
  return [...names].sort().map((destination) => {
    const of = (state: string) =>
      counts.find((row) => row.destination === destination && row.state === state);
    const breaker = away.find((row) => row.destination === destination);
    return {
      destination,
      waiting: of('waiting')?.count ?? 0,
      dead: of('dead')?.count ?? 0,
      oldestWaitingMs: nowMs - (of('waiting')?.oldest ?? nowMs),
      breakerOpenUntil: breaker?.open_until ?? null,
    };
  });
}
