import * as z from 'zod/mini';

const destinationSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** `waiting` for the first attempt, `failed` and waiting for a retry, or `dead`: not retried until an operator redelivers it. */
export const deliveryStates = ['waiting', 'failed', 'dead'] as const;
const stateSchema = z.enum(deliveryStates);

/** Query of `GET /api/deliveries`. The result is newest first; `limit` is 50 by default. */
export const deliveryQuerySchema = z.strictObject({
  state: z.optional(stateSchema),
  destination: z.optional(destinationSchema),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
});
/** Query of `GET /api/deliveries`. */
export type DeliveryQuery = z.infer<typeof deliveryQuerySchema>;

/** One outbox row without its payload. Times are milliseconds since 1970. */
export const deliverySchema = z.object({
  id: z.string(),
  /** The name of a webhook, ad platform or other target. */
  destination: z.string(),
  /** What is sent, such as `lead`. */
  kind: z.string(),
  state: stateSchema,
  attempts: z.int(),
  /** The time of the next attempt. */
  dueAt: z.int(),
  createdAt: z.int(),
  /** The error of the last attempt; null if none has failed. */
  lastError: z.nullable(z.string()),
});
/** One outbox row without its payload. */
export type Delivery = z.infer<typeof deliverySchema>;
/** `waiting`, `failed` or `dead`. */
export type DeliveryState = Delivery['state'];

/** Response of `GET /api/deliveries`. */
export const deliveriesSchema = z.object({
  deliveries: z.array(deliverySchema),
  /** The number of rows that match the query, including those beyond the limit. */
  total: z.int(),
});
/** Response of `GET /api/deliveries`. */
export type Deliveries = z.infer<typeof deliveriesSchema>;

/** Response of `GET /api/deliveries/summary`: the outbox per destination. */
export const deliverySummarySchema = z.object({
  destinations: z.array(
    z.object({
      destination: z.string(),
      waiting: z.int(),
      dead: z.int(),
      /** Age of the oldest waiting row in milliseconds; 0 if none is waiting. */
      oldestWaitingMs: z.int(),
      /** When the open circuit breaker allows the next probe, in milliseconds since 1970; null while it is closed. */
      breakerOpenUntil: z.nullable(z.int()),
      /** Since when it rejects new deliveries and accepts none, and its last response; null if it accepts them. */
      rejecting: z.nullable(z.object({ reason: z.string(), since: z.int() })),
      /** Why it gets nothing until it is resumed or its settings change, and since when; null if it is not stopped. */
      stopped: z.nullable(z.object({ reason: z.string(), at: z.int() })),
    }),
  ),
});
/** Response of `GET /api/deliveries/summary`. */
export type DeliverySummary = z.infer<typeof deliverySummarySchema>;

/** Body of `POST /api/deliveries/redeliver`: certain deliveries by id, or all dead ones of a destination. */
export const redeliveryRequestSchema = z.union([
  z.strictObject({ ids: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(50)) }),
  z.strictObject({ destination: destinationSchema, state: z.literal('dead') }),
]);
/** Body of `POST /api/deliveries/redeliver`. */
export type RedeliveryRequest = z.infer<typeof redeliveryRequestSchema>;

/** Response of `POST /api/deliveries/redeliver`: how many deliveries had each result. */
export const redeliverySchema = z.object({
  /** Waiting again under the same id. */
  redelivered: z.int(),
  /** Still dead, because the destination would no longer deduplicate them. */
  tooLate: z.int(),
  /** Ids without a dead delivery. */
  notDead: z.int(),
});
/** Response of `POST /api/deliveries/redeliver`. */
export type RedeliveryResult = z.infer<typeof redeliverySchema>;

/** Body of `POST /api/deliveries/resume`: the stopped destination. */
export const resumptionRequestSchema = z.strictObject({ destination: destinationSchema });
/** Body of `POST /api/deliveries/resume`. */
export type ResumptionRequest = z.infer<typeof resumptionRequestSchema>;

/** Response of `POST /api/deliveries/resume`: false if the destination was not stopped. */
export const resumptionSchema = z.object({ resumed: z.boolean() });
/** Response of `POST /api/deliveries/resume`. */
export type Resumption = z.infer<typeof resumptionSchema>;
