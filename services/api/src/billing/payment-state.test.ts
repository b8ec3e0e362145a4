import { aCheckoutSession } from './a-checkout-session.testkit.ts';
import { retryDelayMs } from './inbox/process-webhook-events.ts';
import type { ProviderSession, ProviderSubscription } from './payment-provider.ts';
import {
  hasEnded,
  matchesOrder,
  sessionStatus,
  newSubscription,
  nextCheckAt,
  replaceableStatuses,
  applyCharges,
  applyFraudWarning,
  applySubscription,
  checkedIfAhead,
} from './payment-state.ts';

const session: ProviderSession = {
  id: 'cs_test_1',
  state: 'open',
  isPaid: false,
  clientSecret: 'secret',
  amountMinor: 1999,
  currency: 'EUR',
  taxMinor: 0,
  subscriptionId: null,
  invoice: null,
  expiresAtMs: 2_000,
};
const subscription: ProviderSubscription = {
  id: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  currentPeriodEndMs: 5_000,
  endsWithPeriod: true,
  promotionalPeriodEndMs: 4_000,
  lastInvoice: { status: 'paid', payment: null },
  visitId: 'visit-1',
};

describe('the state of a session', () => {
  it.each([
    ['open', { state: 'open', isPaid: false }, null],
    ['expired', { state: 'expired', isPaid: false }, null],
    ['paid', { state: 'complete', isPaid: true }, 'active'],
    ['processing', { state: 'complete', isPaid: false }, 'active'],
    ['processing', { state: 'complete', isPaid: false }, null],
    ['expired', { state: 'complete', isPaid: false }, 'past_due'],
    ['expired', { state: 'complete', isPaid: false }, 'unpaid'],
    ['processing', { state: 'complete', isPaid: false }, 'incomplete'],
    ['expired', { state: 'complete', isPaid: false }, 'incomplete_expired'],
    ['processing', { state: 'complete', isPaid: false }, 'canceled'],
    ['expired', { state: 'complete', isPaid: false, expiresAtMs: 3_000 - 30 * 86_400_000 }, 'canceled'],
    ['paid', { state: 'complete', isPaid: true }, 'past_due'],
    ['paid', { state: 'complete', isPaid: true }, 'canceled'],
  ] as const)('is %s for %j with the unpaid subscription %s', (expected, change, status) => {
    const unpaid = status
      ? { ...subscription, status, lastInvoice: { status: 'open', payment: null } as const }
      : undefined;
    expect(sessionStatus({ ...session, ...change }, unpaid, 3_000)).toBe(expected);
  });
  it('is paid as soon as the newest invoice is, although the session stays unpaid', () => {
    expect(sessionStatus({ ...session, state: 'complete' }, subscription, 3_000)).toBe('paid');
    expect(sessionStatus({ ...session, state: 'expired' }, subscription, 3_000)).toBe('expired');
  });

  it.each([
    // While a debit is in progress, nothing else matters.
    ['processing', 'open', 'in-progress', 'active'],
    ['processing', 'open', 'in-progress', 'past_due'],
    ['processing', 'open', 'in-progress', 'canceled'],
    ['processing', 'uncollectible', 'in-progress', 'active'],
    ['expired', 'open', 'failed', 'active'],
    ['expired', 'open', 'failed', 'incomplete'],
    ['expired', 'open', 'failed', 'canceled'],
    ['processing', 'open', 'waits-for-buyer', 'incomplete'],
    ['expired', 'open', 'waits-for-buyer', 'canceled'],
    ['expired', 'uncollectible', 'failed', 'active'],
    ['expired', 'uncollectible', null, 'active'],
    ['expired', 'void', null, 'active'],
    ['paid', 'paid', null, 'active'],
    ['paid', 'paid', null, 'past_due'],
    ['paid', 'paid', null, 'canceled'],
  ] as const)(
    'is %s by its own invoice, which is %s (payment: %s) beside a renewal of the subscription %s',
    (expected, status, payment, subscriptionStatus) => {
      const own = { ...session, state: 'complete', invoice: { status, payment } } as const;
      for (const renewal of ['draft', 'void'] as const) {
        const lastInvoice = { status: renewal, payment: null };
        const renewed = { ...subscription, status: subscriptionStatus, lastInvoice };
        expect(sessionStatus(own, renewed, 3_000)).toBe(expected);
      }
    },
  );

  it('is processing after the end of its subscription while the renewal is collected, for 30 days at most', () => {
    const own = { ...session, state: 'complete', invoice: { status: 'open', payment: 'failed' } } as const;
    const lastInvoice = { status: 'open', payment: 'in-progress' } as const;
    const canceled = { ...subscription, status: 'canceled', lastInvoice };
    const limit = 2_000 + 30 * 86_400_000;
    expect([limit - 1, limit].map((nowMs) => sessionStatus(own, canceled, nowMs))).toEqual([
      'processing',
      'expired',
    ]);
  });

  it('never leaves paid, and is never reopened', () => {
    expect(Object.values(replaceableStatuses).flat()).not.toContain('paid');
    expect(replaceableStatuses.open).toEqual([]);
  });
});

it('recognizes subscriptions that have ended', () => {
  expect(['canceled', 'incomplete_expired', 'active', 'past_due', 'unpaid', undefined].map(hasEnded)).toEqual(
    [true, true, false, false, false, false],
  );
});

describe('the state of a subscription', () => {
  const stored = applySubscription(newSubscription('sub_1', 1_000), subscription, 'cs_test_1', 7_000);

  it('is the provider’s state, with the time at which it was fetched', () => {
    expect(stored).toEqual({
      id: 'sub_1',
      checkout_session_id: 'cs_test_1',
      customer_id: 'cus_1',
      status: 'active',
      current_period_end: 5_000,
      cancel_at_period_end: 1,
      updated_at: 7_000,
      last_invoice_status: 'paid',
      promotional_period_end: 4_000,
      was_refunded: 0,
      was_disputed: 0,
      dispute: null,
      has_fraud_warning: 0,
      charges_updated_at: 0,
      announced: null,
      version: 0,
      check_at: 301_000,
    });
  });

  it('ignores an older state, but links the subscription to its checkout session', () => {
    const unlinked = { ...stored, checkout_session_id: null };
    expect(applySubscription(unlinked, { ...subscription, status: 'canceled' }, 'cs_test_1', 6_999)).toEqual(
      stored,
    );
    expect(applySubscription(stored, subscription, null, 7_000)).toEqual(stored);
  });

  it('has the newest state of its refunds and disputes, and keeps it beside a newer subscription', () => {
    const refunded = applyCharges(stored, { wasRefunded: true, dispute: 'open' }, 8_000);
    expect(refunded).toEqual({
      ...stored,
      was_refunded: 1,
      was_disputed: 1,
      dispute: 'open',
      charges_updated_at: 8_000,
    });
    const none = { wasRefunded: false, dispute: null } as const;
    expect(applyCharges(refunded, none, 7_999)).toEqual(refunded);
    expect(applyCharges(refunded, none, 8_000)).toEqual({ ...stored, charges_updated_at: 8_000 });
    expect(applySubscription(refunded, subscription, null, 9_000)).toMatchObject({
      was_refunded: 1,
      dispute: 'open',
    });
  });
  it('keeps a warning of fraud permanently', () => {
    const warned = applyFraudWarning(stored);
    expect(warned).toEqual({ ...stored, has_fraud_warning: 1 });
    expect(applyCharges(warned, { wasRefunded: false, dispute: null }, 9_000).has_fraud_warning).toBe(1);
  });
  const hour = 3_600_000;
  it.each([
    ['an hour after its renewal', 'active', 10 * hour, 11 * hour],
    ['daily before its renewal', 'active', 300 * hour, 24 * hour],
    ['daily while its payment is overdue', 'past_due', -hour, 24 * hour],
    ['weekly after it has ended', 'canceled', -hour, 7 * 24 * hour],
    ['not any more 180 days after its end', 'canceled', -181 * 24 * hour, null],
  ])('is checked %s', (_, status, current_period_end, expected) => {
    expect(nextCheckAt({ status, current_period_end }, 0)).toBe(expected);
  });
});

it('detects a payment that differs from the order', () => {
  const row = aCheckoutSession({ currency: 'EUR' });
  expect(matchesOrder(row, session)).toBe(true);
  expect(matchesOrder(row, { ...session, amountMinor: 1998 })).toBe(false);
  expect(matchesOrder(row, { ...session, currency: 'USD' })).toBe(false);
});

it('doubles the retry delay after each failure, up to 15 minutes', () => {
  expect([1, 2, 3, 9, 10, 19].map(retryDelayMs)).toEqual([2_000, 4_000, 8_000, 512_000, 900_000, 900_000]);
});

it.each(['updated_at', 'charges_updated_at'] as const)(
  'is checked again as soon as the clocks agree if its %s is later than what was fetched',
  (column) => {
    const row = { ...newSubscription('sub_1', 0), check_at: 900_000, [column]: 5001 };
    expect(checkedIfAhead(row, 5000).check_at).toBe(65_000);
    expect(checkedIfAhead(row, 5001).check_at).toBe(900_000);
  },
);
