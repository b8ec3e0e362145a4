import { stagePaths } from '@funnel/contracts/stage-paths';
import { dayMs } from '@funnel/service-kit/durations';

import type { Queries } from '../platform/database.ts';
import { createCalendar } from '../reports/calendar-day.ts';
import { readCountedUntil } from '../reports/report-facts.ts';

const maxDays = 28;

export interface FunnelRates {
  /** The share of visitors of the offer who pay. Null without visitors. */
  readonly rate: number | null;
  /** Visitors of the offer. */
  readonly visitorsPerDay: number;
  /** How many days were read: 28, or those since the first event. */
  readonly days: number;
}

async function firstDay(db: Queries): Promise<number | null> {
  const { day } = await db
    .selectFrom('report_facts')
    .select(({ fn }) => fn.min('day').as('day'))
    .executeTakeFirstOrThrow();
  return day === null ? null : Number(day);
}

/** The rates of the last 28 complete days, as far as they are counted. */
export async function readFunnelRates(db: Queries, timeZone: string, nowMs: number): Promise<FunnelRates> {
  // The day of this time is not over, or not counted to its end.
  const end = createCalendar(timeZone).dayOf((await readCountedUntil(db)) ?? nowMs);
  const start = Math.max(end - maxDays * dayMs, (await firstDay(db)) ?? end);
  const days = Math.max(0, (end - start) / dayMs);
  const rows = await db
    .selectFrom('report_facts')
    .select(['kind', 'step', 'count'])
    .where('day', '>=', start)
    .where('day', '<', end)
    .where('kind', 'in', ['steps', 'purchases'])
    .execute();
  const sum = (kind: string, step: string) =>
    rows
      .filter((row) => row.kind === kind && row.step === step)
      .reduce((total, { count }) => total + Number(count), 0);
  const visitors = sum('steps', stagePaths.offer);
  return {
    rate: visitors === 0 ? null : Math.min(sum('purchases', '') / visitors, 0.99),
    visitorsPerDay: days === 0 ? 0 : visitors / days,
    days,
  };
}
