import { dayMs } from '@funnel/service-kit/durations';
import { sql } from 'kysely';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { ReportFactRow } from '../platform/schema.ts';
import { createCalendar, type Calendar } from './calendar-day.ts';
import { countFacts, type Fact } from './count-facts.ts';
import { readCountedUntil } from './report-facts.ts';
import { isSelected, type Selection } from './selection.ts';

export type Count = Pick<ReportFactRow, 'day' | 'kind' | 'step' | 'count'>;

/** The counts of a period, and the time up to which everything is counted. */
interface Counts {
  readonly asOf: number;
  readonly counts: readonly Count[];
}

const readStored = ({ from, to, set, filter }: Selection, db: Queries): Promise<Count[]> => {
  const table = filter ? 'report_breakdown' : 'report_facts';
  let query = db
    .selectFrom(table)
    .select(['day', 'kind', 'step', sql<number>`cast(sum(count) as bigint)`.as('count')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['day', 'kind', 'step']);
  if (set !== undefined) query = query.where('set_id', '=', set);
  if (filter)
    query = query
      .where(sql<boolean>`dimension = ${filter.dimension}`)
      .where(sql<boolean>`value = ${filter.value}`);
  return query.execute();
};

/** Counts what the facts do not contain yet. */
export async function countRest(
  db: Queries,
  calendar: Calendar,
  { from, to }: Selection,
  countedUntil: number,
  nowMs: number,
): Promise<(Fact & { readonly day: number })[]> {
  const counts: (Fact & { readonly day: number })[] = [];
  for (let start = countedUntil; start <= nowMs;) {
    const until = Math.min(calendar.endOfDay(start), nowMs + 1);
    const day = calendar.dayOf(start);
    if (day >= from && day <= to)
      for (const fact of await countFacts(db, { day, from: start, until })) counts.push({ ...fact, day });
    start = until;
  }
  return counts;
}

/**
 * Reads stored facts, then the events after them. Retries if the worker stored more facts meanwhile, because those events
 * would be counted twice. Before `since` only facts are read, so no retry is needed.
 */
export async function readConsistently<Result>(
  db: Queries,
  since: number,
  read: (countedUntil: number) => Promise<Result>,
): Promise<Result> {
  const countedUntil = (await readCountedUntil(db)) ?? 0;
  const result = await read(countedUntil);
  const isCurrent = countedUntil < since || ((await readCountedUntil(db)) ?? 0) === countedUntil;
  return isCurrent ? result : readConsistently(db, since, read);
}

/**
 * Counts a period up to now. If the facts are more than a day behind, as after an update, it counts up to where they are, so
 * that no request counts many events.
 */
export async function readCounts(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  selection: Selection,
): Promise<Counts> {
  const { db } = database;
  const nowMs = clock();
  const recentMs = nowMs - dayMs;
  return readConsistently(db, recentMs, async (countedUntil) => {
    const stored = await readStored(selection, db);
    if (countedUntil < recentMs) return { asOf: countedUntil, counts: stored };
    const rest = await countRest(db, createCalendar(config.TIME_ZONE), selection, countedUntil, nowMs);
    return { asOf: nowMs, counts: [...stored, ...rest.filter((fact) => isSelected(selection, fact))] };
  });
}
