import type { OfferResponse } from '../offer.ts';
import { offerDurationMs } from '../offer-deadline.ts';
import { isInteger, isObjectOf } from './guard.ts';

/** Accepts what `offerResponseSchema` accepts. */
export const isOfferResponse = isObjectOf<OfferResponse>({
  remainingMs: (value): value is number => isInteger(value) && value >= 0 && value <= offerDurationMs,
});
