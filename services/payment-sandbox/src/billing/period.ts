import type { PriceRecord } from '../state/records.ts';

type Interval = Pick<PriceRecord, 'interval' | 'intervalCount'>;

/** The end, in seconds, of a period that starts at `start`. Days and weeks are of fixed length, months are the calendar's. */
export function periodEnd(start: number, { interval, intervalCount }: Interval): number {
  const end = new Date(start * 1000);
  if (interval === 'day') end.setUTCDate(end.getUTCDate() + intervalCount);
  if (interval === 'week') end.setUTCDate(end.getUTCDate() + 7 * intervalCount);
  if (interval === 'month') end.setUTCMonth(end.getUTCMonth() + intervalCount);
  if (interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + intervalCount);
  return Math.floor(end.getTime() / 1000);
}

/** `week` for one, else `4 weeks`. */
export function intervalText({ interval, intervalCount }: Interval): string {
  return intervalCount === 1 ? interval : `${intervalCount} ${interval}s`;
}
