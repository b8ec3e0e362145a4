import { currencyOfLanguages } from './region-currency.ts';

/** https://european-union.europa.eu/institutions-law-budget/euro/countries-using-euro_en, January 2026 */
const euroCountries = 'AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES'.split(' ');
/** By agreement with the Union, or on their own. */
const otherEuroCountries = 'AD MC SM VA ME XK'.split(' ');

it.each([...euroCountries, ...otherEuroCountries])('visitors from %s pay in euros', (country) => {
  expect(currencyOfLanguages([`en-${country}`])).toBe('EUR');
});

it.each(['US', 'GB', 'CH', 'DK', 'SE', 'PL', 'CZ', 'HU', 'RO', 'CA', 'AU'])(
  'visitors from %s pay in dollars',
  (country) => {
    expect(currencyOfLanguages([`en-${country}`, 'de-DE'])).toBe('USD');
  },
);

it.each([
  ['de', 'EUR'],
  ['fr', 'EUR'],
  ['hr', 'EUR'],
  ['en', 'USD'],
  ['*', 'USD'],
  ['no language', 'USD'],
])('a language without a country stands for its most likely one: %s for %s', (language, currency) => {
  expect(currencyOfLanguages([language])).toBe(currency);
});
