import type { Parameters } from '../parameters/parameters.ts';
import type { Call } from '../protocol/endpoint.ts';
import { find, invalidParameter, StripeError } from '../protocol/stripe-error.ts';
import { daySeconds, nowSeconds } from '../sandbox.ts';
import { newId, type Subscription, type TestClock } from '../state/objects.ts';
import { rowOf } from '../state/state.ts';
import { commonFields, couponFor, optionIn, priceFor } from './catalog.ts';
import { renewSubscription } from './renewals.ts';
import { startSubscription } from './subscriptions.ts';

/** A renewal is charged an hour after its invoice was created. https://docs.stripe.com/billing/subscriptions/webhooks */
const draftSeconds = 60 * 60;

export function createTestClock({
  sandbox,
  params,
}: Call<Parameters['POST /v1/test_helpers/test_clocks']>): TestClock {
  const { frozen_time, name = null } = params;
  const clock: TestClock = {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    ...commonFields(sandbox),
    deletes_after: nowSeconds(sandbox) + 30 * daySeconds,
    frozen_time,
    name,
    status: 'ready',
    status_details: {},
  };
  sandbox.state.testClocks.set(clock.id, clock);
  return clock;
}

/** Renews the subscriptions of the clock's customers until then, with the cards that these customers have now. */
export function advanceTestClock({
  sandbox,
  params,
  id,
}: Call<Parameters['POST /v1/test_helpers/test_clocks/:id/advance']>): TestClock {
  const { customers, declinedCards, subscriptions, testClocks } = sandbox.state;
  const clock = find(testClocks, 'test_clock', id);
  if (params.frozen_time <= clock.frozen_time)
    throw invalidParameter('frozen_time', 'The frozen time must be later than the current one.');
  clock.frozen_time = params.frozen_time;
  for (const subscription of subscriptions.values()) {
    const { default_source, test_clock } = rowOf(customers, subscription.customer);
    if (test_clock !== id) continue;
    const outcome = declinedCards.has(default_source ?? '') ? 'failed' : 'succeeded';
    const [item] = subscription.items.data;
    while (item.current_period_end + draftSeconds <= clock.frozen_time)
      if (!renewSubscription(sandbox, subscription, outcome)) break;
  }
  return clock;
}

/** Starts a subscription without a checkout, and charges the customer's card. */
export function createSubscription({
  sandbox,
  params,
}: Call<Parameters['POST /v1/subscriptions']>): Subscription {
  const { discounts, items, metadata = {} } = params;
  const customer = find(sandbox.state.customers, 'customer', params.customer, 'customer');
  if (customer.default_source === null)
    throw new StripeError(400, 'This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    });
  const price = priceFor(sandbox, items[0].price, 'items[0][price]');
  const coupon = couponFor(sandbox, discounts?.[0].coupon);
  const { currency } = price;
  const amount_discount = coupon ? optionIn(coupon, currency).amount_off : 0;
  return startSubscription(
    sandbox,
    { price, quantity: 1, currency, amount_discount, isTaxed: false },
    { customer: customer.id, description: null, metadata },
    { outcome: 'succeeded', status: 'active' },
  );
}
