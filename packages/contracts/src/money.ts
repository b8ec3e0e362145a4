import * as z from 'zod/mini';

/** ISO 4217 codes of the currencies that the product sells in. */
export const currencies = ['USD', 'EUR'] as const;
/** Accepts an entry of `currencies`. */
export const currencySchema = z.enum(currencies);
/** An entry of `currencies`. */
export type Currency = z.infer<typeof currencySchema>;

/** An amount in minor units (cents) with its currency. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: Currency;
}

/** The languages of visitors' screens. */
export type Locale = 'en';

// One BCP 47 tag per locale, so that both currencies have the same format: $19.99 and €19.99.
const localeTags: Record<Locale, string> = { en: 'en-US' };

/** Formats money for display: `{ amountMinor: 1999, currency: 'EUR' }` gives `€19.99`. No other code formats money. */
export function formatMoney({ amountMinor, currency }: Money, locale: Locale = 'en'): string {
  return new Intl.NumberFormat(localeTags[locale], { style: 'currency', currency }).format(amountMinor / 100);
}

/** Converts minor units to major units for the payloads of ad platforms: `1999` gives `19.99`. */
export function toMajorUnits(amountMinor: number): number {
  return amountMinor / 100;
}
