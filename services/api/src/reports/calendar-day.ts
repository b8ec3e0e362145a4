import { hourMs, minuteMs } from '@funnel/service-kit/durations';

/** All time zones differ from UTC by whole quarters of an hour. */
export const quarterHourMs = 15 * minuteMs;

/** The calendar of the owner's time zone. A day is named by its date at midnight UTC, in milliseconds. */
export interface Calendar {
  /** The day of a time. */
  dayOf(timeMs: number): number;
  /** The first time of a day. */
  startOf(day: number): number;
  /** The first time of the next day. */
  endOfDay(timeMs: number): number;
}

/** `2026-01-15` */
export const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** `timeZone` is a name of the IANA time zone database, such as `Europe/Berlin`. Throws RangeError for another. */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayOf = (timeMs: number) => Date.parse(format.format(timeMs));
  const firstFrom = (timeMs: number, isFound: (day: number) => boolean) => {
    let at = timeMs - (timeMs % quarterHourMs);
    while (!isFound(dayOf(at))) at += quarterHourMs;
    return at;
  };
  return {
    dayOf,
    // No time zone is more than 14 hours ahead of UTC.
    startOf: (day) => firstFrom(day - 14 * hourMs, (found) => found >= day),
    endOfDay(timeMs) {
      const day = dayOf(timeMs);
      return firstFrom(timeMs, (found) => found !== day);
    },
  };
}
