import { reportDimensions, type ReportDimension, type ReportQuery } from '@funnel/contracts/reports';
import { dayMs } from '@funnel/service-kit/durations';
import { sql } from 'kysely';

import type { AppContext } from '../platform/app-context.ts';
import { createCalendar } from './calendar-day.ts';

/** What a report covers: its first and last day, and whose visits. */
export interface Selection {
  readonly from: number;
  readonly to: number;
  readonly set: string | undefined;
  readonly filter: { readonly dimension: ReportDimension; readonly value: string } | null;
}

const defaultDays = 30;

export function toSelection(
  query: ReportQuery,
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
): Selection {
  const today = createCalendar(config.TIME_ZONE).dayOf(clock());
  const { days = defaultDays } = query;
  const dimension = reportDimensions.find((name) => query[name] !== undefined);
  return {
    from: query.from === undefined ? today - (days - 1) * dayMs : Date.parse(query.from),
    to: query.to === undefined ? today : Date.parse(query.to),
    set: query.set,
    filter: dimension ? { dimension, value: query[dimension] ?? '' } : null,
  };
}

/** SQL conditions that keep the rows of the selected visits. The query joins `visits`; `setColumn` has the set of a row. */
export const whereSelected = ({ set, filter }: Selection, setColumn: string) => sql`
  ${set === undefined ? sql`` : sql`and ${sql.ref(setColumn)} = ${set}`}
  ${filter ? sql`and coalesce(visits.${sql.ref(filter.dimension)}, '') = ${filter.value}` : sql``}`;

type VisitGroup = Readonly<Record<ReportDimension, string>> & { readonly set_id: string };

/** Whether the selection contains these visits. */
export const isSelected = ({ set, filter }: Selection, visits: VisitGroup): boolean =>
  (set === undefined || visits.set_id === set) && (!filter || visits[filter.dimension] === filter.value);
