import * as z from 'zod/mini';

import type { PublicConfig } from './api.ts';
import { cookieValues } from './cookies.ts';

/** Length of the countdown in milliseconds (9:57), from the first view of the offer. */
export const offerDurationMs = (9 * 60 + 57) * 1000;

const remainingMsSchema = z.int().check(z.minimum(0), z.maximum(offerDurationMs));

/**
 * Body of `POST /api/offer`: the time left that the page shows. The service keeps the earlier of its own end and this one, so
 * a browser can only shorten its offer.
 */
export const offerRequestSchema = z.strictObject({ remainingMs: remainingMsSchema });

/** Response of `POST /api/offer`: the time left by the service. It is a duration, because the clocks may differ. */
export const offerResponseSchema = z.object({ remainingMs: remainingMsSchema });
/** Response of `POST /api/offer`. */
export type OfferResponse = z.infer<typeof offerResponseSchema>;

/**
 * Name of the first-party cookie with the deadline that pages show, in milliseconds since 1970 by the browser's clock.
 * It does not affect the price, because the service has its own record.
 */
export const offerDeadlineCookie = 'offer-deadline';

/** Reads the deadline from the text of `document.cookie`. Null if it is absent or malformed. */
export function readOfferDeadline(cookies: string): number | null {
  const value = cookieValues(cookies, offerDeadlineCookie).find((text) => /^\d{1,15}$/.test(text));
  return value === undefined ? null : Number(value);
}

/** Returns whether the promotional price applies. With the setting `header` it always does. */
export function isPromotionalPriceActive(setting: PublicConfig['offerExpiry'], hasEnded: boolean): boolean {
  return setting === 'header' || !hasEnded;
}
