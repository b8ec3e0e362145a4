import type { TimelineHour } from '@funnel/contracts/reports';
import { hourMs } from '@funnel/service-kit/durations';
import { sql, type RawBuilder } from 'kysely';

import type { Queries } from '../platform/database.ts';

interface HourCount {
  readonly at: number;
  readonly count: number;
}

/** Counts `what` of the rows by the hour of `time`. */
async function countByHour(
  db: Queries,
  rows: RawBuilder<unknown>,
  time: string,
  since: number,
  what = sql`*`,
): Promise<ReadonlyMap<number, number>> {
  const at = sql.ref(time);
  const counts = await sql<HourCount>`
    select ${at} - ${at} % ${sql.lit(hourMs)} as at, cast(count(${what}) as bigint) as count
    from ${rows} and ${at} >= ${since} group by 1`.execute(db);
  return new Map(counts.rows.map((row) => [row.at, row.count]));
}

/**
 * What happened in each of the last hours, the present one included. Purchases and failures of previews are left out. A
 * visitor with several failures counts once in each hour.
 */
export async function readTimeline(db: Queries, nowMs: number, hours: number): Promise<TimelineHour[]> {
  const last = nowMs - (nowMs % hourMs);
  const since = last - (hours - 1) * hourMs;
  const [purchases, failures, deadLetters, deployments] = await Promise.all([
    countByHour(db, sql`checkout_sessions where set_id is not null`, 'paid_at', since),
    // The name is written out, because the index contains only the rows with this one.
    countByHour(
      db,
      sql`events where name = 'ResourceFailed' and set_id is not null`,
      'received_at',
      since,
      sql`distinct visit_id`,
    ),
    countByHour(db, sql`outbox where state = 'dead'`, 'due_at', since),
    countByHour(db, sql`release_audit where channel = 'production'`, 'at', since),
  ]);
  return Array.from({ length: hours }, (_, index) => {
    const at = since + index * hourMs;
    return {
      at,
      purchases: purchases.get(at) ?? 0,
      failures: failures.get(at) ?? 0,
      deadLetters: deadLetters.get(at) ?? 0,
      deployments: deployments.get(at) ?? 0,
    };
  });
}
