import { hourMs } from '@funnel/service-kit/durations';

import type { Queries } from '../platform/database.ts';

/** Ten full funnels within an hour. A real visit stays far below. */
const maxPerVisit = 300;
const maxPerVisitByName: Readonly<Record<string, number>> = {
  PageView: 250,
  ViewContent: 60,
};

/**
 * Returns the milliseconds until the visit may report again, or null if the events it stored in the last hour,
 * including this transaction, are within its budget.
 */
export async function visitBudgetWaitMs(db: Queries, visitId: string, nowMs: number): Promise<number | null> {
  const stored = await db
    .selectFrom('events')
    .select(({ fn }) => [
      'name',
      fn.countAll<number>().as('count'),
      fn.min<number>('received_at').as('oldest'),
    ])
    .where('visit_id', '=', visitId)
    .where('received_at', '>', nowMs - hourMs)
    .groupBy('name')
    .execute();
  const all = stored.reduce((sum, { count }) => sum + count, 0);
  const isOver =
    all > maxPerVisit || stored.some(({ name, count }) => count > (maxPerVisitByName[name] ?? maxPerVisit));
  const oldest = Math.min(...stored.map((row) => row.oldest));
  return isOver ? Math.max(1, oldest + hourMs - nowMs) : null;
}
