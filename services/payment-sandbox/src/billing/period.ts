import type { Price } from '../state/objects.ts';

type Interval = Price['recurring'];

const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7 };
const monthsOf: Readonly<Record<string, number>> = { month: 1, year: 12 };

/** The end of a period that starts at `start`, in seconds. Days and weeks have a fixed length, months follow the calendar. */
export function periodEnd(start: number, { interval, interval_count: count }: Interval): number {
  const end = new Date(start * 1000);
  end.setUTCMonth(end.getUTCMonth() + count * (monthsOf[interval] ?? 0));
  end.setUTCDate(end.getUTCDate() + count * (daysOf[interval] ?? 0));
  return Math.floor(end.getTime() / 1000);
}

/** `week` for one, else `4 weeks`. */
export function intervalText({ interval, interval_count: count }: Interval): string {
  return count === 1 ? interval : `${count} ${interval}s`;
}
