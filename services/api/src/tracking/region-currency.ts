import type { Currency } from '@funnel/contracts/money';

/** Countries that pay in euros (https://european-union.europa.eu/institutions-law-budget/euro/countries-using-euro_en, January 2026). */
const euroRegions = new Set(
  'AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES AD MC SM VA ME XK'.split(' '),
);

/** No tag needs more (https://www.rfc-editor.org/rfc/rfc5646#section-4.4.1), and a long one takes quadratic time. */
const maxTagLength = 35;

function regionOf(languageTag: string): string | undefined {
  if (languageTag.length > maxTagLength) return undefined;
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
