import { smallBody, type PublicEndpoint } from './endpoint.ts';

// One constant per endpoint, so that a browser's bundle contains only those that it calls.

/** Returns `publicConfigSchema`. */
export const readConfig = {
  method: 'GET',
  path: '/api/config',
  caller: 'visitor',
  rate: 'unlimited',
} as const satisfies PublicEndpoint;

/** Returns `releaseSetSchema`: the set that the visit is assigned now. */
export const readReleaseSet = {
  method: 'GET',
  path: '/api/release-set',
  caller: 'visitor',
  rate: 'unlimited',
} as const satisfies PublicEndpoint;

/** Stores a lead (`leadRequestSchema`). The response is 202; `lead-id-taken` means that another visit used the id, or that this visit used it for another email. */
export const submitLead = {
  method: 'POST',
  path: '/api/leads',
  caller: 'visitor',
  body: smallBody,
  rate: 'leads',
} as const satisfies PublicEndpoint;

/** Stores events (`eventBatchSchema`). */
export const reportEvents = {
  method: 'POST',
  path: '/api/events',
  caller: 'visitor',
  body: smallBody,
  rate: 'events',
  isSheddable: true,
} as const satisfies PublicEndpoint;

/** Applies the choice in the consent cookie to what waits to be sent to ad platforms. No body. */
export const reportConsent = {
  method: 'POST',
  path: '/api/consent',
  caller: 'visitor',
  rate: 'consent',
} as const satisfies PublicEndpoint;

/** Counts a violation of a page's content security policy (`cspReportSchema`). Browsers send it themselves. */
export const reportCspViolation = {
  method: 'POST',
  path: '/api/csp-reports',
  caller: 'visitor',
  body: smallBody,
  rate: 'events',
  isSheddable: true,
} as const satisfies PublicEndpoint;

/** Starts or continues the countdown (`offerRequestSchema`), writes its cookie again, and returns `offerResponseSchema`. */
export const startOffer = {
  method: 'POST',
  path: '/api/offer',
  caller: 'visitor',
  body: smallBody,
  rate: 'offer',
} as const satisfies PublicEndpoint;

/** Opens or reuses a checkout session (`createCheckoutRequestSchema`) and returns 201 with `createCheckoutResponseSchema`. */
export const createCheckout = {
  method: 'POST',
  path: '/api/create-checkout',
  caller: 'visitor',
  body: smallBody,
  rate: 'checkout',
} as const satisfies PublicEndpoint;

/** Returns `checkoutSessionResponseSchema`, with personal data only for the visit that paid. */
export const readCheckoutSession = {
  method: 'GET',
  path: '/api/checkout-sessions/:id',
  caller: 'visitor',
  rate: 'checkout-status',
} as const satisfies PublicEndpoint;

/** Returns `purchaseResponseSchema` for the visit of the caller. */
export const readPurchase = {
  method: 'GET',
  path: '/api/purchase',
  caller: 'visitor',
  rate: 'checkout-status',
} as const satisfies PublicEndpoint;

/** Redeems the one-time token with which the external app activates an account. */
export const activate = {
  method: 'POST',
  path: '/api/activation',
  caller: 'activation token',
  body: smallBody,
  rate: 'activation',
} as const satisfies PublicEndpoint;

/** Shows a page that asks whether to unsubscribe. The token is in the query. */
export const showUnsubscribe = {
  method: 'GET',
  path: '/api/unsubscribe',
  caller: 'unsubscribe token',
  rate: 'unsubscribe',
} as const satisfies PublicEndpoint;

/** Unsubscribes the email of the token from emails about its plan. Mail programs post here (RFC 8058). */
export const unsubscribe = {
  method: 'POST',
  path: '/api/unsubscribe',
  caller: 'unsubscribe token',
  rate: 'unsubscribe',
} as const satisfies PublicEndpoint;

/** Receives Stripe's signed webhook events. The signature is verified on the raw body. */
export const receiveStripeEvent = {
  method: 'POST',
  path: '/api/webhooks/stripe',
  caller: 'provider signature',
  body: { maxBytes: 256 * 1024, maxDepth: 0, maxKeys: 0 },
  rate: 'unlimited',
} as const satisfies PublicEndpoint;
