import type { CheckoutSessionRow } from '../platform/schema.ts';
import type { ProviderSession, ProviderSubscription } from './payment-provider.ts';
import {
  hasEnded,
  isAsAgreed,
  purchaseEvent,
  sessionStatus,
  subscriptionRow,
  supersededBy,
} from './settlement.ts';
import { retryDelayMs } from './settle-messages.ts';

const session: ProviderSession = {
  id: 'cs_test_1',
  state: 'open',
  isPaid: false,
  clientSecret: 'secret',
  amountMinor: 1999,
  currency: 'EUR',
  subscriptionId: null,
  expiresAtMs: 2_000,
};
const subscription: ProviderSubscription = {
  id: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  currentPeriodEndMs: 5_000,
  endsWithPeriod: true,
  visitId: 'visit-1',
};
const row: CheckoutSessionRow = {
  id: 'cs_test_1',
  visit_id: 'visit-1',
  plan_id: 'plan2',
  email: 'vera@example.com',
  amount_minor: 1999,
  currency: 'EUR',
  client_secret: 'secret',
  status: 'paid',
  subscription_id: null,
  renewal_notice: 'notice',
  created_at: 1_000,
  expires_at: 2_000,
  paid_at: 1_500,
  check_at: 3_000,
  set_id: 'set-1',
};

describe('the state of a session', () => {
  it.each([
    ['open', { state: 'open', isPaid: false }, null],
    ['expired', { state: 'expired', isPaid: false }, null],
    ['paid', { state: 'complete', isPaid: true }, 'active'],
    ['processing', { state: 'complete', isPaid: false }, 'incomplete'],
    ['processing', { state: 'complete', isPaid: false }, null],
    ['expired', { state: 'complete', isPaid: false }, 'incomplete_expired'],
    ['paid', { state: 'complete', isPaid: true }, 'canceled'],
  ] as const)('is %s for %j with the subscription %s', (expected, change, status) => {
    expect(sessionStatus({ ...session, ...change }, status && { ...subscription, status })).toBe(expected);
  });

  it('never leaves paid, and never opens again', () => {
    expect(Object.values(supersededBy).flat()).not.toContain('paid');
    expect(supersededBy.open).toEqual([]);
  });
});

it('knows which subscriptions bill no more', () => {
  expect(['canceled', 'incomplete_expired', 'active', 'past_due', 'unpaid', undefined].map(hasEnded)).toEqual(
    [true, true, false, false, false, false],
  );
});

it('stores a subscription with the time it was asked for', () => {
  expect(subscriptionRow(subscription, 'cs_test_1', 7_000)).toEqual({
    id: 'sub_1',
    checkout_session_id: 'cs_test_1',
    customer_id: 'cus_1',
    status: 'active',
    current_period_end: 5_000,
    cancel_at_period_end: 1,
    updated_at: 7_000,
  });
});

it('tells a payment on other terms than agreed', () => {
  expect(isAsAgreed(row, session)).toBe(true);
  expect(isAsAgreed(row, { ...session, amountMinor: 1998 })).toBe(false);
  expect(isAsAgreed(row, { ...session, currency: 'USD' })).toBe(false);
});

it('gives a session one purchase id, whenever it is worked out', () => {
  const first = purchaseEvent(row, 1);
  expect(purchaseEvent(row, 2).id).toBe(first.id);
  expect(purchaseEvent({ ...row, id: 'cs_test_2' }, 1).id).not.toBe(first.id);
  expect(first).toMatchObject({ visit_id: 'visit-1', name: 'Purchase', set_id: 'set-1' });
  expect(JSON.parse(first.payload)).toEqual({
    valueMinor: 1999,
    currency: 'EUR',
    contentId: 'plan2',
    contentName: '4-WEEK PLAN',
    checkoutSessionId: 'cs_test_1',
  });
});

it('waits twice as long after each failure, a quarter of an hour at most', () => {
  expect([1, 2, 3, 9, 10, 19].map(retryDelayMs)).toEqual([2_000, 4_000, 8_000, 512_000, 900_000, 900_000]);
});
