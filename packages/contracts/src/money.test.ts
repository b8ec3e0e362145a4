import { formatMoney, toMajorUnits } from './money.ts';

it.each([
  ['en', 'USD', '$19.99'],
  ['en', 'EUR', '€19.99'],
  ['de', 'EUR', '19,99\u00a0€'],
  ['de', 'USD', '19,99\u00a0$'],
] as const)('money is shown in %s and %s as "%s"', (locale, currency, shown) => {
  expect(formatMoney({ amountMinor: 1999, currency }, locale)).toBe(shown);
});

it('1999 minor units are 19.99 major units', () => {
  expect(toMajorUnits(1999)).toBe(19.99);
});
