import { stagePaths } from '@funnel/contracts/stage-paths';
import { dayMs } from '@funnel/service-kit/durations';

import type { Queries } from '../platform/database.ts';

const days = 28;

export interface FunnelRates {
  /** The share of visitors of the offer who pay. Null without visitors. */
  readonly rate: number | null;
  /** Visitors of the offer. */
  readonly visitorsPerDay: number;
}

/** The rates of the last 28 days that are over and counted. */
export async function readFunnelRates(db: Queries, nowMs: number): Promise<FunnelRates> {
  const rows = await db
    .selectFrom('report_facts')
    .select(['kind', 'step', 'count'])
    .where('day', '>=', nowMs - days * dayMs)
    .where('kind', 'in', ['steps', 'purchases'])
    .execute();
  const sum = (kind: string, step: string) =>
    rows
      .filter((row) => row.kind === kind && row.step === step)
      .reduce((total, { count }) => total + Number(count), 0);
  const visitors = sum('steps', stagePaths.offer);
  return {
    rate: visitors === 0 ? null : Math.min(sum('purchases', '') / visitors, 0.99),
    visitorsPerDay: visitors / days,
  };
}
