import type { CheckoutSessionRow } from '../platform/schema.ts';

/** A stored checkout session that is open. Times are in milliseconds. */
export const aCheckoutSession = (changes: Partial<CheckoutSessionRow> = {}): CheckoutSessionRow => ({
  id: 'cs_test_1',
  visit_id: 'visit-1',
  plan_id: 'plan2',
  email: 'vera@example.com',
  amount_minor: 1999,
  currency: 'USD',
  client_secret: '',
  status: 'open',
  subscription_id: null,
  renewal_notice: '',
  created_at: 0,
  expires_at: 0,
  paid_at: null,
  check_at: 0,
  set_id: null,
  terms_build: null,
  agreement: null,
  agreement_shown_at: null,
  ad_trace: null,
  tax_minor: null,
  quiz_state: null,
  arms: null,
  locale: 'en',
  ...changes,
});
