import type { PublicConfig } from './api.ts';
import { cookieValues } from './cookies.ts';

/** Length of the countdown in milliseconds (9:57), from the first view of the offer. */
export const offerDurationMs = (9 * 60 + 57) * 1000;

/**
 * Name of the first-party cookie with the deadline that pages show, in milliseconds since 1970 by the browser's clock.
 * It does not affect the price, because the service has its own record.
 */
export const offerDeadlineCookie = 'offer-deadline';

/** How long the cookie is kept from the first view of the offer, in milliseconds. */
export const offerDeadlineKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Reads the deadline from the text of `document.cookie`. Null if it is absent or malformed. */
export function readOfferDeadline(cookies: string): number | null {
  const value = cookieValues(cookies, offerDeadlineCookie).find((text) => /^\d{1,15}$/.test(text));
  return value === undefined ? null : Number(value);
}

/** Returns whether the promotional price applies. With the setting `header` it always does. */
export function isPromotionalPriceActive(setting: PublicConfig['offerExpiry'], hasEnded: boolean): boolean {
  return setting === 'header' || !hasEnded;
}
