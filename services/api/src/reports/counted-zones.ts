import { dayMs } from '@funnel/service-kit/durations';
import * as z from 'zod';

import type { Queries } from '../platform/database.ts';
import { createCalendar } from './calendar-day.ts';

const zonesKey = 'report-facts-time-zones';

/** The time zones whose days were counted, each from a time on, in milliseconds. In order; the first is from 0 on. */
const zonesSchema = z.array(z.object({ since: z.int(), timeZone: z.string() }));

async function readZones(db: Queries): Promise<z.infer<typeof zonesSchema>> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', zonesKey).executeTakeFirst();
  return row ? zonesSchema.parse(JSON.parse(row.value)) : [];
}

/** Remembers the time zone whose days are counted from this time on. Requires the lock on the time until which everything is counted. */
export async function recordCountedZone(db: Queries, timeZone: string, from: number): Promise<void> {
  const zones = await readZones(db);
  if (zones.at(-1)?.timeZone === timeZone) return;
  const value = JSON.stringify([...zones, { since: zones.length === 0 ? 0 : from, timeZone }]);
  await db
    .insertInto('settings')
    .values({ key: zonesKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

interface CountedDays {
  /** The day as which a time was counted. */
  readonly dayOf: (timeMs: number) => number;
  /** The first day that begins after this time in all time zones whose days were counted. */
  readonly firstAfter: (timeMs: number) => number;
}

/** The days that were counted, each in the time zone of its time. */
export async function readCountedDays(db: Queries): Promise<CountedDays> {
  const calendars = (await readZones(db)).map(({ since, timeZone }) => ({
    since,
    calendar: createCalendar(timeZone),
  }));
  return {
    dayOf: (timeMs) => calendars.findLast(({ since }) => since <= timeMs)?.calendar.dayOf(timeMs) ?? 0,
    firstAfter: (timeMs) => Math.max(0, ...calendars.map(({ calendar }) => calendar.dayOf(timeMs))) + dayMs,
  };
}
