import {
  formatAge,
  formatBytes,
  formatClock,
  formatDifference,
  formatDuration,
  formatInstant,
  formatInterval,
  formatPercent,
  formatRevenue,
  formatShare,
} from './format.ts';

it('formats a rate with its interval', () => {
  expect(formatShare(0.0314)).toBe('3.1\u00a0%');
  expect(formatInterval({ count: 31, of: 1000, share: 0.031, low: 0.0219, high: 0.0437 })).toBe(
    '2.2 to 4.4\u00a0%',
  );
});

it('formats the end of an axis without needless decimals', () => {
  expect([formatPercent(0.025), formatPercent(0.2)]).toEqual(['2.5\u00a0%', '20\u00a0%']);
});

it.each([
  [1536, '+1.5\u00a0KB'],
  [-205, '−0.2\u00a0KB'],
  [0, '+0.0\u00a0KB'],
])('formats a difference of %i bytes as %s', (bytes, text) => {
  expect(formatDifference(bytes)).toBe(text);
  expect(formatBytes(1536)).toBe('1.5\u00a0KB');
});

it('lists amounts of different currencies separately', () => {
  expect(
    formatRevenue([
      { amountMinor: 69300, currency: 'USD' },
      { amountMinor: 1999, currency: 'EUR' },
    ]),
  ).toBe('$693.00 + €19.99');
  expect(formatRevenue([])).toBe('–');
});

it.each([
  [59_000, 'just now'],
  [60_000, '1 minute ago'],
  [7_200_000, '2 hours ago'],
  [7_140_000, '1 hour ago'],
  [100_000_000, '1 day ago'],
  [-30_000, 'just now'],
  [-7_200_000, 'in 2 hours'],
  [-7_199_000, 'in 2 hours'],
  [-3_660_000, 'in 1 hour'],
  [-777_600_000, 'in 9 days'],
])('formats an age of %i ms as %s', (ageMs, text) => {
  expect(formatAge(1_000_000_000, 1_000_000_000 + ageMs)).toBe(text);
});

it.each([
  [1, '1 minute'],
  [61_000, '2 minutes'],
  [3_600_000, '1 hour'],
  [9_000_000, '3 hours'],
  [90_000_000, '2 days'],
])('rounds a duration of %i ms up to %s, so that nothing is promised too early', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  ['an instant', formatInstant],
  ['a time of day', formatClock],
])('formats %s with its time zone', (_, format) => {
  expect(format(1_780_000_000_000)).toMatch(/:\d{2} [A-Z]{3,5}([+−-]\d{1,2}(:\d{2})?)?$/);
});
