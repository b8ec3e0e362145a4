import * as z from 'zod';

/*
 * What the sandbox remembers, as it stands in the state file. Times are unix seconds, as in Stripe's objects, except
 * where a name ends in Ms. Amounts are minor units by lower-case currency. No card data has a place here.
 */
const seconds = z.number().int();
const minor = z.number().int();
const amounts = z.record(z.string(), minor);
const metadata = z.record(z.string(), z.string());
const record = { id: z.string(), created: seconds };

export const productRecord = z.object({
  ...record,
  name: z.string(),
  description: z.string().nullable(),
  active: z.boolean(),
  updated: seconds,
  metadata,
});
export const priceRecord = z.object({
  ...record,
  productId: z.string(),
  active: z.boolean(),
  currency: z.string(),
  amounts,
  interval: z.enum(['day', 'week', 'month', 'year']),
  intervalCount: z.number().int(),
  lookupKey: z.string().nullable(),
  nickname: z.string().nullable(),
  metadata,
});
export const couponRecord = z.object({
  ...record,
  name: z.string().nullable(),
  currency: z.string(),
  amounts,
  timesRedeemed: z.number().int(),
  metadata,
});
export const sessionRecord = z.object({
  ...record,
  clientSecret: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  expiresAt: seconds,
  priceId: z.string(),
  quantity: z.number().int(),
  couponId: z.string().nullable(),
  currency: z.string(),
  subtotalMinor: minor,
  discountMinor: minor,
  customerEmail: z.string().nullable(),
  customerId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  invoiceId: z.string().nullable(),
  clientReferenceId: z.string().nullable(),
  returnUrl: z.string().nullable(),
  redirectOnCompletion: z.enum(['always', 'if_required', 'never']),
  lineItemId: z.string(),
  locale: z.string().nullable(),
  metadata,
  subscriptionMetadata: metadata,
  subscriptionDescription: z.string().nullable(),
});
export const customerRecord = z.object({
  ...record,
  email: z.string().nullable(),
  name: z.string().nullable(),
  metadata,
});
export const subscriptionRecord = z.object({
  ...record,
  itemId: z.string(),
  customerId: z.string(),
  priceId: z.string(),
  quantity: z.number().int(),
  currency: z.string(),
  description: z.string().nullable(),
  status: z.enum(['active', 'past_due', 'canceled']),
  periodStart: seconds,
  periodEnd: seconds,
  cancelAtPeriodEnd: z.boolean(),
  canceledAt: seconds.nullable(),
  endedAt: seconds.nullable(),
  latestInvoiceId: z.string().nullable(),
  metadata,
});
export const invoiceRecord = z.object({
  ...record,
  number: z.string(),
  lineId: z.string(),
  status: z.enum(['open', 'paid']),
  billingReason: z.enum(['subscription_create', 'subscription_cycle']),
  customerId: z.string(),
  subscriptionId: z.string(),
  priceId: z.string(),
  quantity: z.number().int(),
  discountId: z.string().nullable(),
  currency: z.string(),
  subtotalMinor: minor,
  discountMinor: minor,
  periodStart: seconds,
  periodEnd: seconds,
  metadata,
});
export const eventRecord = z.object({
  ...record,
  type: z.string(),
  object: z.record(z.string(), z.unknown()),
  previousAttributes: z.record(z.string(), z.unknown()).nullable(),
});
export const deliveryRecord = z.object({
  ...record,
  eventId: z.string(),
  status: z.enum(['held', 'due', 'delivered']),
  attempts: z.number().int(),
  dueAtMs: z.number(),
  lastAnswer: z.string().nullable(),
});
export const idempotencyRecord = z.object({
  ...record,
  fingerprint: z.string(),
  requestId: z.string(),
  body: z.string(),
});

export type ProductRecord = z.infer<typeof productRecord>;
export type PriceRecord = z.infer<typeof priceRecord>;
export type CouponRecord = z.infer<typeof couponRecord>;
export type SessionRecord = z.infer<typeof sessionRecord>;
export type CustomerRecord = z.infer<typeof customerRecord>;
export type SubscriptionRecord = z.infer<typeof subscriptionRecord>;
export type InvoiceRecord = z.infer<typeof invoiceRecord>;
export type EventRecord = z.infer<typeof eventRecord>;
export type DeliveryRecord = z.infer<typeof deliveryRecord>;
export type IdempotencyRecord = z.infer<typeof idempotencyRecord>;
