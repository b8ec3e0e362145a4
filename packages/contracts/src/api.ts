import * as z from 'zod/mini';

import { maxEmailLength } from './email.ts';
import { currencySchema } from './money.ts';
import { planIdSchema } from './plans.ts';

const text = (max: number) => z.string().check(z.maxLength(max));
const answers = z
  .record(text(80), text(400))
  .check(z.refine((map) => Object.keys(map).length <= 40, 'at most 40 answers'));

export const leadRequestSchema = z.strictObject({
  leadId: z.uuid(),
  email: text(maxEmailLength),
  /** ISO 8601, by the visitor's clock. */
  timestamp: z.iso.datetime(),
  step: text(80),
  specialGoal: text(200),
  quizAnswers: answers,
  answers_summary: text(8000),
});
export type LeadRequest = z.infer<typeof leadRequestSchema>;

export const createCheckoutRequestSchema = z.strictObject({
  planId: planIdSchema,
  email: text(maxEmailLength),
  quizState: z.optional(
    z.strictObject({
      quizAnswers: answers,
      specialGoal: z.nullable(text(200)),
      email: z.nullable(text(maxEmailLength)),
    }),
  ),
  attemptId: z.uuid(),
});
export type CreateCheckoutRequest = z.infer<typeof createCheckoutRequestSchema>;

const planSummarySchema = z.object({ planId: planIdSchema, name: z.string() });

export const createCheckoutResponseSchema = z.object({
  sessionId: z.string(),
  clientSecret: z.string(),
  amountMinor: z.int(),
  /** What every renewal costs; the service is what knows, whatever catalogue the page was built with. */
  renewalMinor: z.optional(z.int()),
  currency: currencySchema,
  plan: planSummarySchema,
});
export type CreateCheckoutResponse = z.infer<typeof createCheckoutResponseSchema>;

export const checkoutSessionStatuses = ['open', 'processing', 'paid', 'expired'] as const;
export const checkoutSessionResponseSchema = z.object({
  status: z.enum(checkoutSessionStatuses),
  plan: planSummarySchema,
  amountMinor: z.int(),
  currency: currencySchema,
  /** In full for the visit that paid, masked (`v•••@example.com`) for any other. */
  email: z.string(),
  /** For the visit that paid: what the link to the external app carries, for one use. */
  activationToken: z.optional(z.string()),
});
export type CheckoutSessionResponse = z.infer<typeof checkoutSessionResponseSchema>;

/** What the browser may know; inlined in the document and at `/api/config`. */
export const publicConfigSchema = z.object({
  currency: currencySchema,
  stripe: z.nullable(z.object({ publishableKey: z.string(), scriptUrl: z.string() })),
  consent: z.enum(['implied', 'required']),
  offerExpiry: z.enum(['header', 'enforce']),
  checkoutPresentation: z.enum(['page', 'dialog']),
  claims: z.enum(['all', 'strict']),
  links: z.object({
    app: z.string(),
    supportEmail: z.string(),
    portalLogin: z.nullable(z.string()),
    appStore: z.nullable(z.string()),
    googlePlay: z.nullable(z.string()),
  }),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;
