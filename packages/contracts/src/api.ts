import * as z from 'zod/mini';

import { boundedText as text } from './bounded-text.ts';
import { maxEmailLength } from './email.ts';
import { stateLimits } from './funnel-state.ts';
import { idSchema } from './id-schema.ts';
import { currencySchema } from './money.ts';
import { planIdSchema } from './plans.ts';

const answers = z
  .record(text(stateLimits.label), text(stateLimits.answer))
  .check(
    z.refine(
      (map) => Object.keys(map).length <= stateLimits.answers,
      `at most ${stateLimits.answers} answers`,
    ),
  );

/** Body of `POST /api/leads`. A repeat by the same visit with the same `leadId` and email is idempotent. The response is 202. */
export const leadRequestSchema = z.strictObject({
  leadId: idSchema,
  email: text(maxEmailLength),
  /** ISO 8601 in UTC, by the visitor's clock. */
  timestamp: z.iso.datetime().check(z.maxLength(40)),
  /** The step that sends the lead, such as `Email Step (17)`. */
  step: text(80),
  /** `Not specified` if the visitor selected none. */
  specialGoal: text(stateLimits.goal),
  quizAnswers: answers,
  /** The result of `answersSummary`. */
  answers_summary: text(8000),
});
/** Body of `POST /api/leads`. */
export type LeadRequest = z.infer<typeof leadRequestSchema>;

/**
 * Body of `POST /api/create-checkout`. It has no amount and no currency: the service decides the price. A second
 * request for the same plan, email and price returns the open session.
 */
export const createCheckoutRequestSchema = z.strictObject({
  planId: planIdSchema,
  email: text(maxEmailLength),
  quizState: z.optional(
    z.strictObject({
      quizAnswers: answers,
      specialGoal: z._default(z.nullable(text(stateLimits.goal)), null),
      email: z.nullable(text(maxEmailLength)),
    }),
  ),
  /** A token of an activation link, which proves an earlier purchase with the same email. It is not used up. */
  activationToken: z.optional(text(100)),
  /** A random id of this attempt. It makes retries of the same attempt idempotent at the payment provider. */
  attemptId: idSchema,
});
/** Body of `POST /api/create-checkout`. */
export type CreateCheckoutRequest = z.infer<typeof createCheckoutRequestSchema>;

const planSummarySchema = z.object({ planId: planIdSchema, name: z.string() });

/** A plan that a later or an earlier version of the catalog sells has an id that this version does not know. */
const soldPlanSchema = z.object({ planId: z.string(), name: z.string() });

/**
 * Response of `POST /api/create-checkout`. Amounts are minor units. Errors are problems: `email-required`, `already-paid`,
 * `payments-not-configured`, `payment-provider-failed` and those of every JSON route.
 */
export const createCheckoutResponseSchema = z.object({
  sessionId: z.string(),
  /** Opens the embedded payment form of this session. Never empty. */
  clientSecret: z.string().check(z.minLength(1)),
  /** The amount charged today. */
  amountMinor: z.int(),
  /** The price of each renewal by the service's catalog, which may be newer than the page's. */
  renewalMinor: z.optional(z.int()),
  /** The renewal notice that is stored with the session, for the page to show. Services before this field leave it out. */
  renewalNotice: z.optional(z.string()),
  currency: currencySchema,
  plan: planSummarySchema,
});
/** Response of `POST /api/create-checkout`. */
export type CreateCheckoutResponse = z.infer<typeof createCheckoutResponseSchema>;

/** `processing`: the payment was submitted and the provider has not confirmed it. */
export const checkoutSessionStatuses = ['open', 'processing', 'paid', 'expired'] as const;

/** Response of `GET /api/checkout-sessions/:id`. An unknown session is the problem `not-found`. */
export const checkoutSessionResponseSchema = z.object({
  status: z.enum(checkoutSessionStatuses),
  plan: soldPlanSchema,
  amountMinor: z.int(),
  currency: currencySchema,
  /** The part of the amount that is tax, if the provider calculated it. */
  taxMinor: z.optional(z.int()),
  /** Complete for the visit that paid, masked (`v•••@example.com`) for every other. */
  email: z.string(),
  /** Only for the visit that paid: the one-time token of the link to the external app. */
  activationToken: z.optional(z.string()),
});
/** Response of `GET /api/checkout-sessions/:id`. */
export type CheckoutSessionResponse = z.infer<typeof checkoutSessionResponseSchema>;

/**
 * Response of `GET /api/purchase`: the last session in which this visit has paid or its payment is in progress, otherwise the last
 * whose payment has failed. Without one the problem is `not-found`.
 */
export const purchaseResponseSchema = z.extend(checkoutSessionResponseSchema, { sessionId: z.string() });
/** Response of `GET /api/purchase`. */
export type PurchaseResponse = z.infer<typeof purchaseResponseSchema>;

/** The settings that browsers receive, inlined in the document (`#public-config`) and from `GET /api/config`. */
export const publicConfigSchema = z.object({
  currency: currencySchema,
  /** Null if no payment provider is configured. */
  stripe: z.nullable(z.object({ publishableKey: z.string(), scriptUrl: z.string() })),
  /** `required`: nothing is sent to ad platforms before the visitor has granted it. */
  consent: z.enum(['implied', 'required']),
  /** What ends with the countdown: `header` only the countdown itself, `enforce` also the promotional price. */
  offerExpiry: z.enum(['header', 'enforce']),
  /** Where the payment form is: on `/checkout` or in a dialog on `/final`. */
  checkoutPresentation: z.enum(['page', 'dialog']),
  /** `strict` leaves out claims without a source. */
  claims: z.enum(['all', 'strict']),
  /** Set by an arm of an experiment: the plan that is selected until the visitor selects one. */
  firstPlan: z.optional(planIdSchema),
  /** Set by an arm of an experiment: the word for each variant of a remote, such as `{ 'pricing/heading': 'short' }`. */
  variants: z.optional(z.record(z.string(), z.string())),
  /** Where the files of remotes are, if not at the page's own origin: `https://cdn.example.com`. */
  remotesOrigin: z.optional(z.string()),
  /** URLs, except for `supportEmail`. Null: the link is not configured. */
  links: z.object({
    app: z.string(),
    supportEmail: z.string(),
    portalLogin: z.nullable(z.string()),
    appStore: z.nullable(z.string()),
    googlePlay: z.nullable(z.string()),
  }),
});
/** The settings that browsers receive. */
export type PublicConfig = z.infer<typeof publicConfigSchema>;
