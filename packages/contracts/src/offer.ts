import * as z from 'zod/mini';

import type { PublicConfig } from './api.ts';

/** How long the promotional price is announced for, from the first view of the offer. */
export const offerDurationMs = (9 * 60 + 57) * 1000;

const remainingMsSchema = z.int().check(z.minimum(0), z.maximum(offerDurationMs));

/** What the page shows as the time left. The service keeps the earlier end, so a browser can shorten its offer only. */
export const offerRequestSchema = z.strictObject({ remainingMs: remainingMsSchema });

/** The time left by the service's clock and record: a duration, because the two clocks may differ. */
export const offerResponseSchema = z.object({ remainingMs: remainingMsSchema });
export type OfferResponse = z.infer<typeof offerResponseSchema>;

/**
 * First-party cookie with the deadline that pages show: milliseconds since 1970 by the browser's clock, digits only.
 * It decides no price; the service has a record of its own.
 */
export const offerDeadlineCookie = 'offer-deadline';

/** The deadline in the text of `document.cookie`; null where there is none or it is malformed. */
export function readOfferDeadline(cookies: string): number | null {
  for (const cookie of cookies.split(';')) {
    const [name, value = ''] = cookie.trim().split('=');
    if (name === offerDeadlineCookie && /^\d{1,15}$/.test(value)) return Number(value);
  }
  return null;
}

/** Whether the promotional price holds: where the end is only announced in the header, it always does. */
export function isPromotionalPriceActive(setting: PublicConfig['offerExpiry'], hasEnded: boolean): boolean {
  return setting === 'header' || !hasEnded;
}
