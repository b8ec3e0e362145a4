import type { Sandbox } from '../sandbox.ts';
import type { CustomerRecord, PriceRecord } from '../state/records.ts';

/** Prices are never removed, so one that is missing is a fault of the sandbox, not of the caller. */
export function priceOf({ state }: Sandbox, priceId: string): PriceRecord {
  const price = state.prices.get(priceId);
  if (!price) throw new Error(`The price ${priceId} is gone.`);
  return price;
}

export function customerOf({ state }: Sandbox, customerId: string): CustomerRecord {
  const customer = state.customers.get(customerId);
  if (!customer) throw new Error(`The customer ${customerId} is gone.`);
  return customer;
}
