import { reportDimensions, type ReportQuery, type ReportValues } from '@funnel/contracts/reports';

import { copy } from '../content/copy.ts';
import { dayMs } from './report-url.ts';

const text = copy.reports.compare;

/** What a funnel can be compared by: with the period before, or two values of one of the others. */
export const comparisons = ['previous', ...reportDimensions, 'set'] as const;
export type ComparisonName = (typeof comparisons)[number];
export type ComparedValue = Exclude<ComparisonName, 'previous'>;

/** One of the two parts of a comparison. */
export interface ComparedPart {
  readonly label: string;
  readonly query: ReportQuery;
  /** The value of what is compared; empty for a period. */
  readonly value: string;
}

/** The comparison that the URL contains. Anything unknown means none. */
export const comparisonOf = (parameters: URLSearchParams): ComparisonName | null =>
  comparisons.find((name) => name === parameters.get('compare')) ?? null;

/** The name of a value that operators know. */
export function valueLabel(by: ComparedValue, value: string, values: ReportValues): string {
  if (by !== 'set') return value || text.noValue;
  const number = values.set.find((set) => set.value === value)?.number;
  return number ? text.set(number) : value;
}

/** Both periods, the later one first. */
export function comparePeriods(
  query: ReportQuery,
  { from, to }: { readonly from: string; readonly to: string },
): readonly [ComparedPart, ComparedPart] {
  const lengthMs = Date.parse(to) - Date.parse(from) + dayMs;
  const before = (date: string) => new Date(Date.parse(date) - lengthMs).toISOString().slice(0, 10);
  const earlier = { from: before(from), to: before(to) };
  return [
    { label: text.range(from, to), query, value: '' },
    { label: text.range(earlier.from, earlier.to), query: earlier, value: '' },
  ];
}

/**
 * Both values that the URL names, by default the two most frequent ones. Null if there are not two. A URL may name a
 * value that had no visitors in the period.
 */
export function compareValues(
  by: ComparedValue,
  query: ReportQuery,
  parameters: URLSearchParams,
  values: ReportValues,
): readonly [ComparedPart, ComparedPart] | null {
  const frequent = values[by].map(({ value }) => value);
  const one = parameters.get('one') ?? frequent.find((value) => value !== parameters.get('other'));
  const other = parameters.get('other') ?? frequent.find((value) => value !== one);
  if (one === undefined || other === undefined) return null;
  const part = (value: string): ComparedPart => ({
    label: valueLabel(by, value, values),
    query: { ...query, [by]: value },
    value,
  });
  return [part(one), part(other)];
}
