import * as z from 'zod';

import {
  couponRecord,
  customerRecord,
  deliveryRecord,
  eventRecord,
  idempotencyRecord,
  invoiceRecord,
  priceRecord,
  productRecord,
  sessionRecord,
  subscriptionRecord,
} from './records.ts';

/** A table in the file is a list; in memory a map by id, oldest first. */
function table<Row extends { id: string }>(row: z.ZodType<Row>) {
  return z
    .array(row)
    .default([])
    .transform((rows) => new Map(rows.map((entry) => [entry.id, entry])));
}

export const stateSchema = z.object({
  deliveriesHeld: z.boolean().default(false),
  products: table(productRecord),
  prices: table(priceRecord),
  coupons: table(couponRecord),
  sessions: table(sessionRecord),
  customers: table(customerRecord),
  subscriptions: table(subscriptionRecord),
  invoices: table(invoiceRecord),
  events: table(eventRecord),
  deliveries: table(deliveryRecord),
  idempotency: table(idempotencyRecord),
});

export type State = z.infer<typeof stateSchema>;

export function serializeState(state: State): string {
  return JSON.stringify(state, (_key, value: unknown) =>
    value instanceof Map ? [...value.values()] : value,
  );
}
