import { maxPeriodDays, reportQuerySchema, type ReportQuery } from '@funnel/contracts/reports';

import { withParameters } from '../components/url-parameters.ts';

/** The periods that one choice selects, in days up to today. */
export const periods = ['1', '7', '30', '90'] as const;
export const longestPeriodDays = Math.max(...periods.map(Number));

export const dayMs = 24 * 3_600_000;

const dayAfter = (days: number) => (day: string) =>
  day && new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The first day that a period to this day may have; empty if the day is. */
export const earliestStart = dayAfter(1 - maxPeriodDays);
/** The last day that a period from this day may have; empty if the day is. */
export const latestEnd = dayAfter(maxPeriodDays - 1);

/** The parameters of the URL with another period. */
export const withPeriod = (
  parameters: URLSearchParams,
  period: Readonly<Record<string, string>>,
): URLSearchParams => withParameters(parameters, { from: null, to: null, days: null, ...period });

/** The URL contains the period, so that a link shows the same view. Anything unknown means the last 30 days. */
export function queryOf(parameters: URLSearchParams): ReportQuery {
  const own = reportQuerySchema.safeParse({ from: parameters.get('from'), to: parameters.get('to') });
  if (own.success) return own.data;
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
