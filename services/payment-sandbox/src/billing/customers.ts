import { recordEvent } from '../events/record-event.ts';
import type { Parameters } from '../parameters/parameters.ts';
import type { Call } from '../protocol/endpoint.ts';
import { find } from '../protocol/stripe-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { newId, type Customer } from '../state/objects.ts';
import { commonFields } from './catalog.ts';

/** Stripe's tokens of test cards, and whether charges are declined. https://docs.stripe.com/testing?testing-method=tokens */
const cardTokens = new Map([
  ['tok_visa', { isDeclined: false }],
  ['tok_chargeCustomerFail', { isDeclined: true }],
]);

function cardOf({ state }: Sandbox, token: string | undefined): string | null {
  if (token === undefined) return null;
  const { isDeclined } = find(cardTokens, 'token', token, 'source');
  const id = newId('card');
  if (isDeclined) state.declinedCards.set(id, { id });
  return id;
}

export function addCustomer(sandbox: Sandbox, email: string | null, given: Partial<Customer> = {}): Customer {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    ...commonFields(sandbox),
    default_source: null,
    email,
    name: null,
    metadata: {},
    test_clock: null,
    ...given,
  };
  sandbox.state.customers.set(customer.id, customer);
  recordEvent(sandbox, 'customer.created', customer);
  return customer;
}

export function createCustomer({ sandbox, params }: Call<Parameters['POST /v1/customers']>): Customer {
  const { email = null, source, test_clock = null } = params;
  if (test_clock !== null) find(sandbox.state.testClocks, 'test_clock', test_clock, 'test_clock');
  return addCustomer(sandbox, email, { default_source: cardOf(sandbox, source), test_clock });
}

/** Replaces the card that invoices are charged to. */
export function updateCustomer({
  sandbox,
  params,
  id,
}: Call<Parameters['POST /v1/customers/:id']>): Customer {
  const customer = find(sandbox.state.customers, 'customer', id);
  customer.default_source = cardOf(sandbox, params.source);
  return customer;
}
