import { locales } from '@funnel/contracts/content/locales';
import { currencySchema } from '@funnel/contracts/money';
import { planIdSchema } from '@funnel/contracts/plans';
import * as z from 'zod';

const shared = { to: z.string(), locale: z.enum(locales), quizAnswers: z.record(z.string(), z.string()) };

/** The facts of an email, as stored in the outbox. Its text is composed when it is sent. */
export const emailSchema = z.discriminatedUnion('type', [
  z.object({ ...shared, type: z.literal('plan'), specialGoal: z.string().nullable(), origin: z.string() }),
  z.object({
    ...shared,
    type: z.literal('confirmation'),
    planId: planIdSchema,
    amountMinor: z.int(),
    currency: currencySchema,
    renewalNotice: z.string(),
    sessionId: z.string(),
  }),
]);
export type Email = z.infer<typeof emailSchema>;
