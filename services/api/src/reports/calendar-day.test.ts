import { createCalendar } from './calendar-day.ts';

const dayMs = 86_400_000;

// The hours of each zone are those of the IANA time zone database, https://www.iana.org/time-zones.
it.each([
  ['UTC', '2026-01-15', '2026-01-15T00:00Z', 24],
  ['Asia/Kathmandu', '2026-01-15', '2026-01-14T18:15Z', 24],
  ['Australia/Eucla', '2026-01-15', '2026-01-14T15:15Z', 24],
  ['Pacific/Kiritimati', '2026-01-15', '2026-01-14T10:00Z', 24],
  ['Pacific/Pago_Pago', '2026-01-15', '2026-01-15T11:00Z', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', 25],
])('in %s the day %s begins at %s and lasts %d hours', (timeZone, date, begins, hours) => {
  const { dayOf, startOf, endOfDay } = createCalendar(timeZone);
  const [day, start] = [Date.parse(date), Date.parse(begins)];
  const end = start + hours * 3_600_000;
  expect([startOf(day), endOfDay(start), endOfDay(end - 1)]).toEqual([start, end, end]);
  expect([start - 1, start, end - 1, end].map(dayOf)).toEqual([day - dayMs, day, day, day + dayMs]);
});
