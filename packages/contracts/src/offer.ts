import * as z from 'zod/mini';

import { offerDurationMs } from './offer-deadline.ts';

export * from './offer-deadline.ts';

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
