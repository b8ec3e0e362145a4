import type { ReportQuery } from '@funnel/contracts/reports';

/** The periods that one choice selects, in days up to today. */
export const periods = ['1', '7', '30', '90'] as const;
export const longestPeriod = Math.max(...periods.map(Number));

/** The parameters of the address with another period, and all else as it is. */
export function withPeriod(
  parameters: URLSearchParams,
  changes: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of ['from', 'to', 'days']) next.delete(name);
  for (const [name, value] of Object.entries(changes)) next.set(name, value);
  return next;
}

/** The address contains the period, so that a link shows the same view. Anything unknown means the last 30 days. */
export function queryOf(parameters: URLSearchParams): ReportQuery {
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  if (from && to && from <= to) return { from, to };
  const days = periods.find((period) => period === parameters.get('days')) ?? '30';
  return { days: Number(days) };
}

/** The URL of a report as a CSV file. */
export function csvUrl(
  report: 'overview' | 'funnel' | 'answers' | 'cohorts',
  query: ReportQuery = {},
): string {
  const parameters = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return `/api/reports/${report}?${parameters}`;
}
