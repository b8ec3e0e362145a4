import * as z from 'zod/mini';

export const currencies = ['USD', 'EUR'] as const;
export const currencySchema = z.enum(currencies);
export type Currency = z.infer<typeof currencySchema>;

/** An amount in minor units (cents) with its currency. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: Currency;
}

export type Locale = 'en';

// One tag a locale, so that both currencies read the same way: $19.99 and €19.99.
const localeTags: Record<Locale, string> = { en: 'en-US' };

/** `{ amountMinor: 1999, currency: 'EUR' }` as `€19.99`. The only place where money becomes text. */
export function formatMoney({ amountMinor, currency }: Money, locale: Locale = 'en'): string {
  return new Intl.NumberFormat(localeTags[locale], { style: 'currency', currency }).format(amountMinor / 100);
}

/** Major units, for vendors' payloads: `1999` as `19.99`. */
export function toMajorUnits(amountMinor: number): number {
  return amountMinor / 100;
}
