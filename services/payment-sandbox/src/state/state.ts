import * as z from 'zod';

import type { SessionCreateParams } from '../parameters/parameters.ts';
import type * as objects from './objects.ts';

/** What a session was opened with. Its secret outlives the `client_secret` that Stripe shows while it is open. */
interface Opening {
  readonly id: string;
  readonly clientSecret: string;
  readonly params: SessionCreateParams;
}

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  status: 'held' | 'due' | 'delivered';
  attempts: number;
  dueAtMs: number;
  lastAnswer: string | null;
}

/** What was answered under an idempotency key. */
interface StoredResponse {
  readonly id: string;
  readonly created: number;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly body: string;
}

/** A table in the file is a list; in memory a map by id, oldest first. */
function table<Row extends { id: string }>() {
  const hasId = (row: unknown) => typeof row === 'object' && row !== null && 'id' in row;
  return z
    .array(z.custom<Row>(hasId))
    .default([])
    .transform((rows) => new Map(rows.map((row) => [row.id, row])));
}

const objectTables = {
  products: table<objects.Product>(),
  prices: table<objects.Price>(),
  coupons: table<objects.Coupon>(),
  sessions: table<objects.Session>(),
  customers: table<objects.Customer>(),
  subscriptions: table<objects.Subscription>(),
  invoices: table<objects.Invoice>(),
  invoicePayments: table<objects.InvoicePayment>(),
  paymentIntents: table<objects.PaymentIntent>(),
  charges: table<objects.Charge>(),
  refunds: table<objects.Refund>(),
  disputes: table<objects.Dispute>(),
  events: table<objects.Event>(),
};

const formatVersion = 2;

/** All that the sandbox remembers. The file is its own, so its version speaks for it. No card data has a place here. */
export const stateSchema = z.object({
  version: z.literal(formatVersion),
  deliveriesHeld: z.boolean().default(false),
  ...objectTables,
  openings: table<Opening>(),
  deliveries: table<Delivery>(),
  answers: table<StoredResponse>(),
});

export type State = z.infer<typeof stateSchema>;
/** The tables that the API serves. */
export type ObjectTable = keyof typeof objectTables;

export const emptyState = (): State => stateSchema.parse({ version: formatVersion });

export function serializeState(state: State): string {
  return JSON.stringify(state, (_key, value: unknown) =>
    value instanceof Map ? [...value.values()] : value,
  );
}

/** A row that another one names: nothing is ever removed, so that it is missing is a fault of the sandbox. */
export function rowOf<Row>(rows: ReadonlyMap<string, Row>, id: string | null): Row {
  const row = rows.get(id ?? '');
  if (row === undefined) throw new Error(`${id} is gone.`);
  return row;
}
