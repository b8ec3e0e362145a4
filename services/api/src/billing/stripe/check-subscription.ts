import { priceOf } from '@funnel/contracts/plans';
import Stripe from 'stripe';

import type { PaymentProvider } from '../payment-provider.ts';
import { catalogItem } from './catalog.ts';

/** Compares what a vendor answered with what its documentation says. */
export type Check = (what: string, actual: unknown, expected: unknown) => void;

interface Options {
  readonly stripe: Stripe;
  readonly provider: PaymentProvider;
  readonly nowMs: number;
  readonly wait: () => Promise<void>;
  readonly check: Check;
}

const { price, coupon } = catalogItem(priceOf('plan2', 'USD'));
const periodSeconds = price.recurring.interval_count * 7 * 24 * 3600;
/** An invoice is charged about an hour after it was created. */
const chargeDelaySeconds = 2 * 3600;
const maxWaits = 60;

/**
 * Sells a subscription to a customer on a test clock (https://docs.stripe.com/billing/testing/test-clocks), renews it, lets a
 * renewal fail, refunds and cancels it, and compares what the service reads of it after each step.
 */
export async function checkSubscription({ stripe, provider, nowMs, wait, check }: Options): Promise<void> {
  const { testClocks } = stripe.testHelpers;
  const start = Math.floor(nowMs / 1000);
  const clock = await testClocks.create({ frozen_time: start, name: 'vendors check' });
  const { id: customer } = await stripe.customers.create({
    test_clock: clock.id,
    email: 'vendors-check@example.com',
    source: 'tok_visa',
  });
  const { data } = await stripe.prices.list({ lookup_keys: [price.lookup_key] });
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price: data[0]?.id ?? '' }],
    ...(coupon && { discounts: [{ coupon: coupon.id }] }),
    metadata: { visit_id: 'vendors-check' },
  });
  const read = () => provider.readSubscription(id);
  const charges = async () => (await stripe.charges.list({ customer, limit: 100 })).data;
  const advance = async (periods: number) => {
    const frozen_time = start + periods * periodSeconds + chargeDelaySeconds;
    let { status } = await testClocks.advance(clock.id, { frozen_time });
    for (let waits = 0; status === 'advancing' && waits < maxWaits; waits += 1) {
      await wait();
      ({ status } = await testClocks.retrieve(clock.id));
    }
    check('test clock: status', status, 'ready');
  };

  const first = await read();
  check('purchase: status', first.status, 'active');
  check('purchase: invoice', first.lastInvoice?.status, 'paid');
  check('purchase: customer', first.customerId, customer);
  check('purchase: visit', first.visitId, 'vendors-check');
  check('purchase: amount', (await charges())[0]?.amount, price.unit_amount - (coupon?.amount_off ?? 0));

  await advance(1);
  const renewed = await read();
  check('renewal: status', renewed.status, 'active');
  check('renewal: invoice', renewed.lastInvoice?.status, 'paid');
  check('renewal: amount', (await charges())[0]?.amount, price.unit_amount);
  const periodMs = (renewed.currentPeriodEndMs ?? 0) - (first.currentPeriodEndMs ?? 0);
  check('renewal: length of the period', periodMs / 1000, periodSeconds);

  await stripe.customers.update(customer, { source: 'tok_chargeCustomerFail' });
  await advance(2);
  const failed = await read();
  check('failed renewal: status', failed.status, 'past_due');
  check('failed renewal: invoice', failed.lastInvoice?.status, 'open');

  const paid = (await charges()).find((charge) => charge.paid);
  const refund = await stripe.refunds.create({ charge: paid?.id ?? '' });
  check('refund: status', refund.status, 'succeeded');
  check('refund: found', (await provider.readCharges(customer)).flags.get(id)?.wasRefunded, true);

  check('cancellation: status', (await provider.cancelSubscription(id)).status, 'canceled');
}
