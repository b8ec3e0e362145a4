import type { Locale } from './content/locales.ts';

/** ISO 4217 codes of the currencies that the product sells in. */
export const currencies = ['USD', 'EUR'] as const;
/** An entry of `currencies`. */
export type Currency = (typeof currencies)[number];

/** An amount in minor units (cents) with its currency. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: Currency;
}

/** One for each locale and currency: on a phone, creating it takes longer than formatting every amount with it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: Locale, currency: Currency): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(key, format);
  return format;
}

/**
 * Formats money for display: `{ amountMinor: 1999, currency: 'EUR' }` gives `€19.99` in English, for every visitor, and
 * `19,99 €` in German. No other code formats money.
 */
export function formatMoney({ amountMinor, currency }: Money, locale: Locale = 'en'): string {
  return formatOf(locale, currency).format(amountMinor / 100);
}

/** Converts minor units to major units for the payloads of ad platforms: `1999` gives `19.99`. */
export function toMajorUnits(amountMinor: number): number {
  return amountMinor / 100;
}
