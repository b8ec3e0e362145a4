import type { ReportDimension, ReportValues } from '@funnel/contracts/reports';
import { dayMs } from '@funnel/service-kit/durations';
import { sql } from 'kysely';

import type { AppContext } from '../platform/app-context.ts';
import { createCalendar } from './calendar-day.ts';
import { countRest, readConsistently } from './period-counts.ts';
import type { Selection } from './selection.ts';

/** How many values of each dimension are listed, the most frequent first. */
const maxListedValues = 50;

const inEachDimension = <Value>(valueOf: (dimension: ReportDimension) => Value) => ({
  source: valueOf('source'),
  campaign: valueOf('campaign'),
  device: valueOf('device'),
  locale: valueOf('locale'),
});

/** What the visitors of a period can be narrowed to, the most frequent first. */
export async function readReportValues(
  { config, database: { db }, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  selection: Selection,
): Promise<ReportValues> {
  const { from, to } = selection;
  const nowMs = clock();
  const recentMs = nowMs - dayMs;
  const { rest, values, sets } = await readConsistently(db, recentMs, async (countedUntil) => {
    const [values, sets, rest] = await Promise.all([
      db
        .selectFrom('report_breakdown')
        .select(['dimension', 'value', sql<number>`cast(sum(count) as bigint)`.as('count')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .where('kind', '=', 'visitors')
        .groupBy(['dimension', 'value'])
        .execute(),
      db
        .selectFrom('report_facts')
        .select(['set_id', sql<number>`cast(sum(count) as bigint)`.as('count')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .where('kind', '=', 'visitors')
        .groupBy('set_id')
        .execute(),
      countedUntil < recentMs
        ? []
        : countRest(db, createCalendar(config.TIME_ZONE), selection, countedUntil, nowMs),
    ]);
    return { values, sets, rest };
  });
  const numbers = await db.selectFrom('release_sets').select(['id', 'number']).execute();
  const visitors = rest.filter(({ kind }) => kind === 'visitors');
  const listed = (counts: readonly { readonly value: string; readonly count: number }[]) => {
    const sums = new Map<string, number>();
    for (const { value, count } of counts) sums.set(value, (sums.get(value) ?? 0) + count);
    return [...sums]
      .map(([value, count]) => ({ value, visitors: count }))
      .toSorted((one, other) => other.visitors - one.visitors || (one.value < other.value ? -1 : 1));
  };
  const listedIn = (dimension: ReportDimension) =>
    listed([
      ...values.filter((row) => row.dimension === dimension),
      ...visitors.map((fact) => ({ value: fact[dimension], count: fact.count })),
    ]);
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]));
  const all = inEachDimension(listedIn);
  const allSets = listed([...sets, ...visitors].map(({ set_id, count }) => ({ value: set_id, count })));
  return {
    ...inEachDimension((dimension) => all[dimension].slice(0, maxListedValues)),
    set: allSets
      .slice(0, maxListedValues)
      .map((set) => ({ ...set, number: numberOf.get(set.value) ?? null })),
    totals: { ...inEachDimension((dimension) => all[dimension].length), set: allSets.length },
  };
}
