import { currencies } from '../amounts.ts';
import type { CheckoutSessionResponse, CreateCheckoutResponse, PurchaseResponse } from '../api.ts';
import { planIds } from '../plan-catalog.ts';
import { isInteger, isObjectOf, isOneOf, isOptional, isText, isTextLike } from './guard.ts';

const isCurrency = isOneOf(...currencies);
const isPlanSummary = isObjectOf<CreateCheckoutResponse['plan']>({
  planId: isOneOf(...planIds),
  name: isText,
});
const isSoldPlan = isObjectOf<CheckoutSessionResponse['plan']>({ planId: isText, name: isText });

/** Accepts what `createCheckoutResponseSchema` accepts. */
export const isCreateCheckoutResponse = isObjectOf<CreateCheckoutResponse>({
  sessionId: isText,
  clientSecret: isTextLike(/./s),
  amountMinor: isInteger,
  renewalMinor: isOptional(isInteger),
  renewalNotice: isOptional(isText),
  currency: isCurrency,
  plan: isPlanSummary,
});

/** Accepts what `checkoutSessionResponseSchema` accepts. */
export const isCheckoutSessionResponse = isObjectOf<CheckoutSessionResponse>({
  status: isOneOf('open', 'processing', 'paid', 'expired'),
  plan: isSoldPlan,
  amountMinor: isInteger,
  currency: isCurrency,
  taxMinor: isOptional(isInteger),
  email: isText,
  activationToken: isOptional(isText),
});

/** Accepts what `purchaseResponseSchema` accepts. */
export const isPurchaseResponse = (value: unknown): value is PurchaseResponse =>
  isCheckoutSessionResponse(value) && 'sessionId' in value && isText(value.sessionId);
