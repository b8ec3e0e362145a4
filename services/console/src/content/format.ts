import { formatMoney, type Money } from '@funnel/contracts/money';
import type { Proportion } from '@funnel/contracts/release-analytics';

const locale = 'en-GB';
const whole = new Intl.NumberFormat(locale);
const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const oneDecimal = new Intl.NumberFormat(locale, oneDigit);
const signedDecimal = new Intl.NumberFormat(locale, { ...oneDigit, signDisplay: 'exceptZero' });

const dayAndMonth = { day: 'numeric', month: 'short' } as const;
const date = { ...dayAndMonth, year: 'numeric' } as const;
const hourAndMinute = { hour: '2-digit', minute: '2-digit' } as const;
const timeWithZone = { ...hourAndMinute, second: '2-digit', timeZoneName: 'short' } as const;
const instant = new Intl.DateTimeFormat(locale, { ...date, ...timeWithZone });
const clockTime = new Intl.DateTimeFormat(locale, timeWithZone);
const hour = new Intl.DateTimeFormat(locale, { ...dayAndMonth, ...hourAndMinute });
const day = new Intl.DateTimeFormat(locale, { ...date, timeZone: 'UTC' });
const dayOfYear = new Intl.DateTimeFormat(locale, { ...dayAndMonth, timeZone: 'UTC' });

export const formatCount = (count: number): string => whole.format(count);
export const formatInstant = (atMs: number): string => instant.format(atMs);
/** `30 Jun, 14:00` */
export const formatHour = (atMs: number): string => hour.format(atMs);
/** `2027-06-30` as `30 Jun 2027`. */
export const formatDay = (isoDay: string): string => day.format(new Date(isoDay));
/** `2027-06-30` as `30 Jun`. */
export const formatDayOfYear = (isoDay: string): string => dayOfYear.format(new Date(isoDay));
export const formatClock = (atMs: number): string => clockTime.format(atMs);

/* A line never breaks between a number and its unit: `\u00a0` is a space that does not break. */

/** `0.0314` as `3.1 %`. */
export const formatShare = (share: number): string => `${oneDecimal.format(share * 100)}\u00a0%`;

/** `2.6 to 3.7 %`: the interval of a rate. */
export const formatInterval = ({ low, high }: Proportion): string =>
  `${oneDecimal.format(low * 100)} to ${formatShare(high)}`;

/** `0.025` as `2.5 %`, and `0.2` as `20 %`: the end of an axis. */
export const formatPercent = (share: number): string => `${Math.round(share * 1000) / 10}\u00a0%`;

/** `-0.8 to +3.1 points`: a difference of two rates. */
export const formatPoints = (low: number, high: number): string =>
  `${signedDecimal.format(low * 100)} to ${signedDecimal.format(high * 100)}\u00a0points`;

/** `0.125` as `+12.5 %`: a change relative to the value before. */
export const formatChange = (change: number): string => `${signedDecimal.format(change * 100)}\u00a0%`;

/** `0.03` as `3.0 points`. */
export const formatPoint = (difference: number): string =>
  `${oneDecimal.format(difference * 100)}\u00a0points`;

/** `41,300` as `40.3 KB`. */
export const formatBytes = (bytes: number): string => `${oneDecimal.format(bytes / 1024)}\u00a0KB`;

/** A size with its sign: `+1.5 KB`, `−0.2 KB`. */
export function formatDifference(bytes: number): string {
  const sign = bytes < 0 ? '−' : '+';
  return `${sign}${formatBytes(Math.abs(bytes))}`;
}

export const formatSeconds = (ms: number): string => `${oneDecimal.format(ms / 1000)}\u00a0s`;

export const formatRevenue = (amounts: readonly Money[]): string =>
  amounts.length === 0 ? '–' : amounts.map((money) => formatMoney(money)).join(' + ');

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });

/** `3 minutes ago`, `in 2 days`; under a minute, `just now`. A past time is rounded down, one to come to the nearest. */
export function formatAge(atMs: number, nowMs: number): string {
  const [unit, unitMs] = units.find(([, ms]) => Math.abs(nowMs - atMs) >= ms) ?? [];
  const round = atMs < nowMs ? Math.trunc : Math.round;
  return unit ? relative.format(round((atMs - nowMs) / unitMs), unit) : 'just now';
}

/** `3 hours`, rounded up. */
export function formatDuration(ms: number): string {
  const [unit, unitMs] = units.find(([, length]) => ms >= length) ?? ['minute', 60_000];
  const count = Math.max(1, Math.ceil(ms / unitMs));
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
