import { dayMs } from '@funnel/service-kit/durations';
import { sql } from 'kysely';

import type { AppContext } from '../platform/app-context.ts';
import { createCalendar } from './calendar-day.ts';
import { readConsistently } from './period-counts.ts';
import { isSelected, type Selection } from './selection.ts';
import { countStepTimes, medianOf } from './step-times.ts';

interface TimeOnStep {
  /** Visitors of the step who then saw another one. */
  readonly continued: number;
  /** Half of them stayed for less. Null if there is none. */
  readonly medianSeconds: number | null;
}

/**
 * For a group of steps: how many visitors continued, and the median time before. Covers the same period as `readCounts`.
 */
export async function readStepTimes(
  { config, database: { db }, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  selection: Selection,
): Promise<(steps: ReadonlySet<string>) => TimeOnStep> {
  const { from, to, set, filter } = selection;
  const nowMs = clock();
  const recentMs = nowMs - dayMs;
  let query = db
    .selectFrom('report_step_times')
    .select(['step', 'seconds', sql<number>`cast(sum(count) as bigint)`.as('count')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('dimension', '=', filter?.dimension ?? '')
    .where('value', '=', filter?.value ?? '')
    .groupBy(['step', 'seconds']);
  if (set !== undefined) query = query.where('set_id', '=', set);
  const { stored, rest } = await readConsistently(db, recentMs, async (countedUntil) => ({
    stored: await query.execute(),
    rest:
      countedUntil < recentMs
        ? []
        : await countStepTimes(db, createCalendar(config.TIME_ZONE), {
            from: countedUntil,
            until: nowMs + 1,
          }),
  }));
  const isIn = (day: number) => day >= from && day <= to;
  const times = [...stored, ...rest.filter((time) => isIn(time.day) && isSelected(selection, time))];
  return (steps) => {
    const own = times.filter(({ step }) => steps.has(step));
    return { continued: own.reduce((sum, { count }) => sum + count, 0), medianSeconds: medianOf(own) };
  };
}
