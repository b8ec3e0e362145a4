/** The service's response to a created checkout session. */
export const session = {
  sessionId: 'cs_1',
  clientSecret: 'cs_1_secret_1',
  amountMinor: 1999,
  currency: 'USD',
  plan: { planId: 'plan2', name: '4-WEEK PLAN' },
} as const;
