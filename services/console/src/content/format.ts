import { formatMoney, type Money } from '@funnel/contracts/money';
import type { Proportion } from '@funnel/contracts/release-management';

const locale = 'en-GB';
const whole = new Intl.NumberFormat(locale);
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const instant = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const clockTime = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

export const formatCount = (count: number): string => whole.format(count);
export const formatInstant = (atMs: number): string => instant.format(atMs);
export const formatClock = (atMs: number): string => clockTime.format(atMs);

/** `0.0314` as `3.1 %`. */
export const formatShare = (share: number): string => `${oneDecimal.format(share * 100)} %`;

/** `3.1 % (2.6 to 3.7)`: a rate with its interval. */
export const formatProportion = ({ share, low, high }: Proportion): string =>
  `${formatShare(share)} (${oneDecimal.format(low * 100)} to ${oneDecimal.format(high * 100)})`;

/** `41,300` as `40.3 KB`. */
export const formatBytes = (bytes: number): string => `${oneDecimal.format(bytes / 1024)} KB`;

/** A size with its sign: `+1.5 KB`, `−0.2 KB`. */
export function formatDifference(bytes: number): string {
  const sign = bytes < 0 ? '−' : '+';
  return `${sign}${formatBytes(Math.abs(bytes))}`;
}

export const formatSeconds = (ms: number): string => `${oneDecimal.format(ms / 1000)} s`;

export const formatRevenue = (amounts: readonly Money[]): string =>
  amounts.length === 0 ? '–' : amounts.map((money) => formatMoney(money)).join(' + ');

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });

/** `3 minutes ago`; under a minute, `just now`. */
export function formatAge(atMs: number, nowMs: number): string {
  const [unit, unitMs] = units.find(([, ms]) => nowMs - atMs >= ms) ?? [];
  return unit ? relative.format(-Math.floor((nowMs - atMs) / unitMs), unit) : 'just now';
}
