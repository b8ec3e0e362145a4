import type { Currency } from '@funnel/contracts/money';

/** Countries that pay in euros (https://european-union.europa.eu/institutions-law-budget/euro/countries-using-euro_en, January 2026). */
const euroRegions = new Set(
  'AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES AD MC SM VA ME XK'.split(' '),
);

function regionOf(languageTag: string): string | undefined {
  try {
    return new Intl.Locale(languageTag).maximize().region;
  } catch {
    return undefined;
  }
}

/**
 * Returns the currency of the preferred language's region: euros for `de` and `en-IE`, dollars for `en`, `fr-CA` and
 * `*`.
 */
export function currencyOfLanguages([preferred = '*']: readonly string[]): Currency {
  return euroRegions.has(regionOf(preferred) ?? '') ? 'EUR' : 'USD';
}
