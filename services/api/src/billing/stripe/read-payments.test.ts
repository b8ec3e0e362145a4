import { startStripeAccount, type StripeAccount, type StripeRow } from './stripe-account.testkit.ts';

let account: StripeAccount;
beforeAll(async () => {
  account = await startStripeAccount();
});
afterAll(() => account.close());

/** A paid invoice of a subscription that was sold here, in seconds as Stripe counts them. */
const invoice = (id: string, subscription: string | null, changes: object = {}): StripeRow => ({
  id,
  object: 'invoice',
  status: 'paid',
  billing_reason: 'subscription_cycle',
  amount_paid: 3999,
  currency: 'usd',
  created: 1_700_000_000,
  status_transitions: { paid_at: 1_700_003_600 },
  parent: subscription && {
    type: 'subscription_details',
    subscription_details: { subscription, metadata: { visit_id: 'visit-1' } },
  },
  ...changes,
});
const renewal = (id: string, subscriptionId: string) => ({
  id,
  kind: 'renewal',
  subscriptionId,
  amountMinor: 3999,
  currency: 'USD',
  atMs: 1_700_003_600_000,
});
/** The payment of an invoice by a payment intent. */
const paidBy = (of: string, intent: string | null): StripeRow => ({
  id: `inpay_${of}`,
  object: 'invoice_payment',
  invoice: of,
  payment: { type: intent ? 'payment_intent' : 'payment_record', payment_intent: intent ?? undefined },
});
const returned = (
  id: string,
  object: 'refund' | 'dispute',
  intent: string | null,
  status: string,
): StripeRow => ({
  id,
  object,
  payment_intent: intent,
  amount: 500,
  currency: 'eur',
  created: 1_700_007_200,
  status,
});

it('reads every paid invoice of a subscription, whether the first or a renewal', async () => {
  const first = { billing_reason: 'subscription_create', amount_paid: 1999, currency: 'eur' };
  const lists = { '/v1/invoices': [invoice('in_2', 'sub_1'), invoice('in_1', 'sub_1', first)] };
  expect(await account.open({ lists }).readPaidInvoices('sub_1')).toEqual([
    renewal('in_2', 'sub_1'),
    { ...renewal('in_1', 'sub_1'), kind: 'first', amountMinor: 1999, currency: 'EUR' },
  ]);
  const filter = { subscription: 'sub_1', status: 'paid', limit: '100' };
  expect(account.calls().map(({ query }) => query)).toEqual([filter, { ...filter, starting_after: 'in_2' }]);
});

it('takes the time of an invoice that was never open from its creation', async () => {
  const lists = { '/v1/invoices': [invoice('in_1', 'sub_1', { status_transitions: { paid_at: null } })] };
  expect(await account.open({ lists }).readPaidInvoices('sub_1')).toMatchObject([
    { atMs: 1_700_000_000_000 },
  ]);
});

it('counts no invoice that is not paid or that bills no subscription', async () => {
  const foreign = invoice('in_2', null);
  const lists = {
    '/v1/invoices': [invoice('in_1', 'sub_1', { status: 'open' }), foreign, invoice('in_3', 'sub_1')],
  };
  expect(await account.open({ lists }).readPaidInvoices('sub_1')).toEqual([renewal('in_3', 'sub_1')]);
});

it('reads what was paid for subscriptions that were sold here, and what went back', async () => {
  const lists = {
    '/v1/invoices': [
      invoice('in_1', 'sub_1'),
      invoice('in_2', 'sub_2'),
      // Sold by another product of the account.
      invoice('in_3', null, {
        parent: {
          type: 'subscription_details',
          subscription_details: { subscription: 'sub_3', metadata: {} },
        },
      }),
      invoice('in_6', null, {
        parent: {
          type: 'subscription_details',
          subscription_details: { subscription: 'sub_6', metadata: null },
        },
      }),
      invoice('in_4', null),
      invoice('in_5', null, { parent: { type: 'quote_details', quote_details: { quote: 'qt_1' } } }),
    ],
    '/v1/invoice_payments': [
      paidBy('in_1', 'pi_1'),
      paidBy('in_2', 'pi_2'),
      paidBy('in_3', 'pi_3'),
      paidBy('in_2', null),
    ],
    '/v1/refunds': [
      returned('re_1', 'refund', 'pi_1', 'succeeded'),
      returned('re_2', 'refund', 'pi_1', 'failed'),
      returned('re_3', 'refund', 'pi_3', 'succeeded'),
      returned('re_4', 'refund', null, 'succeeded'),
    ],
    '/v1/disputes': [
      returned('du_1', 'dispute', 'pi_2', 'lost'),
      returned('du_2', 'dispute', 'pi_2', 'won'),
      returned('du_3', 'dispute', 'pi_unknown', 'lost'),
    ],
  };
  const wentBack = { amountMinor: 500, currency: 'EUR', atMs: 1_700_007_200_000 };
  expect(await account.open({ lists }).readAllPayments()).toEqual([
    renewal('in_1', 'sub_1'),
    renewal('in_2', 'sub_2'),
    { id: 're_1', kind: 'refund', subscriptionId: 'sub_1', ...wentBack },
    { id: 'du_1', kind: 'dispute', subscriptionId: 'sub_2', ...wentBack },
  ]);
});
