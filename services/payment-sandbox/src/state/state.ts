import * as z from 'zod';

import type { SessionCreateParams } from '../parameters/parameters.ts';
import type * as objects from './objects.ts';

/** The parameters of a session. Its secret is kept after Stripe's `client_secret` is removed from the session. */
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

/** The response of an idempotency key. */
interface StoredResponse {
  readonly id: string;
  readonly created: number;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly body: string;
}

/** A table is a list in the file, and a map by id in memory, oldest first. */
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
  testClocks: table<objects.TestClock>(),
  subscriptions: table<objects.Subscription>(),
  invoices: table<objects.Invoice>(),
  invoicePayments: table<objects.InvoicePayment>(),
  paymentIntents: table<objects.PaymentIntent>(),
  charges: table<objects.Charge>(),
  refunds: table<objects.Refund>(),
  disputes: table<objects.Dispute>(),
  earlyFraudWarnings: table<objects.EarlyFraudWarning>(),
  events: table<objects.Event>(),
};

const formatVersion = 4;

/** The whole state. Only the sandbox reads its file, so the version identifies the format. It contains no card data. */
export const stateSchema = z.object({
  version: z.literal(formatVersion),
  deliveriesHeld: z.boolean().default(false),
  ...objectTables,
  openings: table<Opening>(),
  /** Cards of customers on which every charge is declined. */
  declinedCards: table<{ readonly id: string }>(),
  deliveries: table<Delivery>(),
  answers: table<StoredResponse>(),
});

export type State = z.infer<typeof stateSchema>;
/** The tables with Stripe's objects. */
export type ObjectTable = keyof typeof objectTables;

export const emptyState = (): State => stateSchema.parse({ version: formatVersion });

export function serializeState(state: State): string {
  return JSON.stringify(state, (_key, value: unknown) =>
    value instanceof Map ? [...value.values()] : value,
  );
}

/** A row that another one refers to. Rows are never deleted, so a missing row is a defect of the sandbox. */
export function rowOf<Row>(rows: ReadonlyMap<string, Row>, id: string | null): Row {
  const row = rows.get(id ?? '');
  if (row === undefined) throw new Error(`${id} is missing.`);
  return row;
}
