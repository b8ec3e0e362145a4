import type { ReportDimension } from '@funnel/contracts/reports';
import { dayMs } from '@funnel/service-kit/durations';
import { sql } from 'kysely';

import type { Queries } from '../platform/database.ts';
import { type Fact, other } from './count-facts.ts';

/** Browsers name paths, sources and campaigns, so a day keeps only so many of each, and counts the rest as `other`. */
const maxValuesPerDay = 200;
/**
 * The most frequent values of the days before keep their name beyond that limit. Otherwise a browser that names 200 values after
 * midnight would leave no name for the real ones.
 */
const maxUsualValues = 100;
const usualDays = 30;

/** Keeps values that are usual or that the day already has, and the most frequent new ones. */
function limitedTo(
  counts: ReadonlyMap<string, number>,
  known: readonly string[],
  usual: ReadonlySet<string>,
): (value: string) => string {
  const unusual = known.filter((value) => !usual.has(value));
  const added = [...counts]
    .filter(([value]) => !known.includes(value) && !usual.has(value))
    .toSorted(([one, many], [another, more]) => more - many || (one < another ? -1 : 1))
    .slice(0, Math.max(0, maxValuesPerDay - unusual.length))
    .map(([value]) => value);
  const kept = new Set([...usual, ...known, ...added]);
  return (value) => (kept.has(value) ? value : other);
}

function countsBy<Row extends { count: number }>(
  rows: readonly Row[],
  valueOf: (row: Row) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(valueOf(row), (counts.get(valueOf(row)) ?? 0) + row.count);
  return counts;
}

/** The steps that these days have, by set. */
export async function knownSteps(
  db: Queries,
  days: readonly number[],
): Promise<{ day: number; set_id: string; step: string }[]> {
  return db
    .selectFrom('report_facts')
    .select(['day', 'set_id', 'step'])
    .where('day', 'in', days)
    .where('kind', '=', 'steps')
    .where('step', '<>', other)
    .execute();
}

/** The most frequent steps of the days before, of all sets, because a new set has most steps of the one that it replaces. */
async function usualSteps(db: Queries, day: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('report_facts')
    .select('step')
    .where('day', '>=', day - usualDays * dayMs)
    .where('day', '<', day)
    .where('kind', '=', 'steps')
    .where('step', '<>', other)
    .groupBy('step')
    .orderBy(({ fn }) => fn.sum('count'), 'desc')
    .orderBy('step')
    .limit(maxUsualValues)
    .execute();
  return new Set(rows.map(({ step }) => step));
}

/** The values of the days before that had the most visitors. */
async function usualValues(
  db: Queries,
  day: number,
  dimension: ReportDimension,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('report_breakdown')
    .select('value')
    .where('day', '>=', day - usualDays * dayMs)
    .where('day', '<', day)
    .where('dimension', '=', dimension)
    // A literal, because the index of these rows is for this kind only.
    .where('kind', '=', sql.lit('visitors'))
    .where('value', '<>', other)
    .groupBy('value')
    .orderBy(({ fn }) => fn.sum('count'), 'desc')
    .orderBy('value')
    .limit(maxUsualValues)
    .execute();
  return new Set(rows.map(({ value }) => value));
}

/** The values of these dimensions that these days have. */
export async function knownValues(
  db: Queries,
  days: readonly number[],
  dimensions: readonly ReportDimension[],
): Promise<{ day: number; dimension: ReportDimension; value: string }[]> {
  return db
    .selectFrom('report_breakdown')
    .select(['day', 'dimension', 'value'])
    .distinct()
    .where('day', 'in', days)
    .where('dimension', 'in', dimensions)
    .where('value', '<>', other)
    .execute();
}

/** Renames each step whose path the day does not keep to `other`. */
export async function limitSteps(db: Queries, day: number, facts: readonly Fact[]): Promise<Fact[]> {
  const [known, usual] = [await knownSteps(db, [day]), await usualSteps(db, day)];
  const nameOf = new Map<string, (step: string) => string>();
  for (const setId of new Set(facts.map(({ set_id }) => set_id))) {
    const own = facts.filter(({ kind, set_id }) => kind === 'steps' && set_id === setId);
    const ownKnown = known.filter(({ set_id }) => set_id === setId).map(({ step }) => step);
    nameOf.set(
      setId,
      limitedTo(
        countsBy(own, ({ step }) => step),
        ownKnown,
        usual,
      ),
    );
  }
  return facts.map((fact) =>
    fact.kind === 'steps' ? { ...fact, step: nameOf.get(fact.set_id)?.(fact.step) ?? other } : fact,
  );
}

/** Returns the name under which a day keeps a value of a dimension: the value, or `other`. */
export const valueNamesOf = async (
  db: Queries,
  day: number,
  dimension: ReportDimension,
  facts: readonly Fact[],
): Promise<(value: string) => string> =>
  limitedTo(
    countsBy(facts, (fact) => fact[dimension]),
    (await knownValues(db, [day], [dimension])).map(({ value }) => value),
    await usualValues(db, day, dimension),
  );
