import { smallBody, type PublicEndpoint } from './endpoint.ts';

// One constant each, so that a browser's bundle carries those that it calls and no others.

export const readConfig = {
  method: 'GET',
  path: '/api/config',
  caller: 'visitor',
  rate: 'unlimited',
} as const satisfies PublicEndpoint;

export const readReleaseSet = {
  method: 'GET',
  path: '/api/release-set',
  caller: 'visitor',
  rate: 'unlimited',
} as const satisfies PublicEndpoint;

export const submitLead = {
  method: 'POST',
  path: '/api/leads',
  caller: 'visitor',
  body: smallBody,
  rate: 'leads',
} as const satisfies PublicEndpoint;

export const reportEvents = {
  method: 'POST',
  path: '/api/events',
  caller: 'visitor',
  body: smallBody,
  rate: 'events',
  isSheddable: true,
} as const satisfies PublicEndpoint;

export const reportConsent = {
  method: 'POST',
  path: '/api/consent',
  caller: 'visitor',
  rate: 'consent',
} as const satisfies PublicEndpoint;

export const startOffer = {
  method: 'POST',
  path: '/api/offer',
  caller: 'visitor',
  body: smallBody,
  rate: 'offer',
} as const satisfies PublicEndpoint;

export const createCheckout = {
  method: 'POST',
  path: '/api/create-checkout',
  caller: 'visitor',
  body: smallBody,
  rate: 'checkout',
} as const satisfies PublicEndpoint;

export const readCheckoutSession = {
  method: 'GET',
  path: '/api/checkout-sessions/:id',
  caller: 'visitor',
  rate: 'checkout-status',
} as const satisfies PublicEndpoint;

export const activate = {
  method: 'POST',
  path: '/api/activation',
  caller: 'activation token',
  body: smallBody,
  rate: 'activation',
} as const satisfies PublicEndpoint;

export const receiveStripeEvent = {
  method: 'POST',
  path: '/api/webhooks/stripe',
  caller: 'provider signature',
  body: { maxBytes: 256 * 1024, maxDepth: 0, maxKeys: 0 },
  rate: 'unlimited',
} as const satisfies PublicEndpoint;
