import { reportDimensions, type ReportDimension } from '@funnel/contracts/reports';
import { sql } from 'kysely';

import type { Queries } from '../platform/database.ts';
import type { ReportStepTimeRow } from '../platform/schema.ts';
import { quarterHourMs, type Calendar } from './calendar-day.ts';
import { firstViewsOfSteps, batchesOf, other } from './count-facts.ts';
import { knownSteps, knownValues } from './limit-values.ts';

/** A longer stay counts as this long, because the visitor probably paused. */
const maxStaySeconds = 1800;
const partsPerDoubling = 8;

/** The start of the range of seconds that contains this time. Ranges are one second long, and from 16 s on at most an eighth. */
export function rangeOf(seconds: number): number {
  const whole = Math.min(Math.floor(seconds), maxStaySeconds);
  return whole - (whole % lengthOf(whole));
}

const lengthOf = (seconds: number): number =>
  2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, seconds) / partsPerDoubling)));

/** How many visitors stayed for a range of seconds. */
interface RangeCount {
  readonly seconds: number;
  readonly count: number;
}

/** The median of times that are counted by ranges, in seconds. Null without any. */
export function medianOf(ranges: readonly RangeCount[]): number | null {
  const half = ranges.reduce((sum, { count }) => sum + count, 0) / 2;
  let before = 0;
  for (const { seconds, count } of ranges.toSorted((one, other) => one.seconds - other.seconds)) {
    if (before + count >= half) return seconds + ((half - before) / count) * lengthOf(seconds);
    before += count;
  }
  return null;
}

/** Visitors who stayed on a step for a range of seconds, and then saw another. */
type StepTime = Omit<ReportStepTimeRow, 'dimension' | 'value'> & Readonly<Record<ReportDimension, string>>;

/**
 * The id of the page view with which a visit in `steps` had seen its latest step before a time. The database finds it by index, from
 * the visit's last page view back, so that its cost does not grow with the number of events.
 */
const lastStepBefore = (time: number) => sql`
  select view.id from events as view
  where view.visit_id = steps.visit_id and view.received_at < ${time} and view.name = 'PageView' and view.set_id is not null
    and not exists (
      select 1 from events as earlier
      where earlier.visit_id = view.visit_id and earlier.path = view.path and earlier.name = 'PageView'
        and earlier.set_id is not null and earlier.received_at <= view.received_at
        and (earlier.received_at < view.received_at or earlier.id < view.id)
    )
  order by view.received_at desc, view.path desc limit 1`;

/**
 * Counts the visitors who saw another step for the first time within the period, by the step that they saw before it. They
 * belong to the day on which they first saw that one, as in the count of its visitors.
 */
export async function countStepTimes(
  db: Queries,
  calendar: Calendar,
  period: { readonly from: number; readonly until: number },
): Promise<StepTime[]> {
  const { rows } = await sql<Omit<StepTime, 'day'> & { readonly quarter: number }>`
    with steps as (
      select visit_id, at, lag(path) over visit as step, lag(set_id) over visit as set_id, lag(at) over visit as since
      from (${firstViewsOfSteps(period)}) as views window visit as (partition by visit_id order by at, path)
    ), continued as (
      select visit_id, at, (${lastStepBefore(period.from)}) as last from steps where set_id is null
    ), stays as (
      select visit_id, at, step, set_id, since from steps where set_id is not null
      union all
      select continued.visit_id, at, path, set_id, received_at from continued join events on events.id = continued.last
    )
    select stays.since - stays.since % ${sql.lit(quarterHourMs)} as quarter, coalesce(stays.step, '') as step, stays.set_id,
      (stays.at - stays.since) / 1000 as seconds, count(*) as count,
      coalesce(visits.source, '') as source, coalesce(visits.campaign, '') as campaign,
      coalesce(visits.device, '') as device, coalesce(visits.locale, '') as locale
    from stays left join visits on visits.visit_id = stays.visit_id
    group by 1, 2, 3, 4, 6, 7, 8, 9`.execute(db);
  return rows.map(({ quarter, ...row }) => ({
    ...row,
    day: calendar.dayOf(quarter),
    seconds: rangeOf(row.seconds),
  }));
}

/** Keeps the names that the counts of a day have, and calls the rest `other`. */
interface KnownNames {
  stepOf(day: number, setId: string, step: string): string;
  valueOf(day: number, dimension: ReportDimension, value: string): string;
}

async function readKnownNames(db: Queries, days: readonly number[]): Promise<KnownNames> {
  const known = new Set<string>();
  for (const { day, set_id, step } of await knownSteps(db, days))
    known.add(JSON.stringify([day, set_id, step]));
  for (const { day, dimension, value } of await knownValues(db, days, reportDimensions))
    known.add(JSON.stringify([day, dimension, value]));
  const nameOf = (day: number, of: string, name: string) =>
    known.has(JSON.stringify([day, of, name])) ? name : other;
  return { stepOf: nameOf, valueOf: nameOf };
}

/** Adds the times of a period, whose counts are stored. */
export async function addStepTimes(db: Queries, times: readonly StepTime[]): Promise<void> {
  if (times.length === 0) return;
  const names = await readKnownNames(db, [...new Set(times.map(({ day }) => day))]);
  const sums = new Map<string, ReportStepTimeRow>();
  for (const { day, set_id, step, seconds, count, ...visit } of times) {
    const row = { day, set_id, seconds, step: names.stepOf(day, set_id, step) };
    const groups = [
      { dimension: '', value: '' } as const,
      ...reportDimensions.map((dimension) => ({
        dimension,
        value: names.valueOf(day, dimension, visit[dimension]),
      })),
    ];
    for (const group of groups) {
      const key = JSON.stringify([...Object.values(row), ...Object.values(group)]);
      sums.set(key, { ...row, ...group, count: count + (sums.get(key)?.count ?? 0) });
    }
  }
  const rows = [...sums.values()];
  for (const batch of batchesOf(rows))
    await db
      .insertInto('report_step_times')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['day', 'dimension', 'value', 'set_id', 'step', 'seconds']).doUpdateSet({
          count: sql`report_step_times.count + excluded.count`,
        }),
      )
      .execute();
}
