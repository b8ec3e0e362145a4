import { recordEvent } from '../events/record-event.ts';
import type { Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import type { Customer } from '../state/objects.ts';
import { base } from './catalog.ts';

export function createCustomer(sandbox: Sandbox, email: string | null): Customer {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    ...base(sandbox),
    email,
    name: null,
    metadata: {},
  };
  sandbox.state.customers.set(customer.id, customer);
  recordEvent(sandbox, 'customer.created', customer);
  return customer;
}
