import * as z from 'zod/mini';

/** Response of `GET /api/reports/repeated-subscriptions`: emails that pay for more than one subscription. */
export const repeatedSubscriptionsSchema = z.array(
  z.object({
    email: z.string(),
    /** The provider's customer, who may differ between the subscriptions of an email. */
    customerId: z.string(),
    subscriptionId: z.string(),
    status: z.string(),
    paidAt: z.nullable(z.int()),
  }),
);
/** Response of `GET /api/reports/repeated-subscriptions`. */
export type RepeatedSubscriptions = z.infer<typeof repeatedSubscriptionsSchema>;
