import type { Call } from '../protocol/endpoint.ts';
import type { Parameters } from '../parameters/parameters.ts';
import { recordEvent } from '../events/record-event.ts';
import { newId } from '../state/ids.ts';
import type { Customer } from '../state/objects.ts';
import { base } from './catalog.ts';

type CreateCall = Pick<Call<Parameters['POST /v1/customers']>, 'sandbox' | 'params'>;

export function createCustomer({ sandbox, params }: CreateCall): Customer {
  const { email = null, name = null, metadata = {} } = params;
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    ...base(sandbox),
    email,
    name,
    metadata,
  };
  sandbox.state.customers.set(customer.id, customer);
  recordEvent(sandbox, 'customer.created', customer);
  return customer;
}
