import * as z from 'zod/mini';

const destinationSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** `waiting`: for its first attempt. `failed`: for another one, after some that failed. `dead`: for an operator. */
export const deliveryStates = ['waiting', 'failed', 'dead'] as const;
const stateSchema = z.enum(deliveryStates);

/** What `GET /api/deliveries` takes: newest first, 50 unless told otherwise. */
export const deliveryQuerySchema = z.strictObject({
  state: z.optional(stateSchema),
  destination: z.optional(destinationSchema),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
});
export type DeliveryQuery = z.infer<typeof deliveryQuerySchema>;

/** One message to one destination, without what it says. Times are milliseconds since 1970. */
export const deliverySchema = z.object({
  id: z.string(),
  destination: z.string(),
  kind: z.string(),
  state: stateSchema,
  attempts: z.int(),
  dueAt: z.int(),
  createdAt: z.int(),
  lastError: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof deliverySchema>;
export type DeliveryState = Delivery['state'];
export const deliveriesSchema = z.object({
  deliveries: z.array(deliverySchema),
  /** How many there are of what was asked for, those beyond the limit included. */
  total: z.int(),
});
export type Deliveries = z.infer<typeof deliveriesSchema>;

/** `GET /api/deliveries/summary` */
export const deliverySummarySchema = z.object({
  destinations: z.array(
    z.object({
      destination: z.string(),
      waiting: z.int(),
      dead: z.int(),
      /** 0 where nothing waits. */
      oldestWaitingMs: z.int(),
      /** Until when a destination that is away is left alone; null where it is not away. */
      breakerOpenUntil: z.nullable(z.int()),
    }),
  ),
});
export type DeliverySummary = z.infer<typeof deliverySummarySchema>;

/** `POST /api/deliveries/redeliver`: these, or all that died for one destination. */
export const redeliveryRequestSchema = z.union([
  z.strictObject({ ids: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(50)) }),
  z.strictObject({ destination: destinationSchema, state: z.literal('dead') }),
]);
export type RedeliveryRequest = z.infer<typeof redeliveryRequestSchema>;

export const redeliverySchema = z.object({
  /** Waiting again, under the same id. */
  redelivered: z.int(),
  /** Stay dead: a repeat would be counted twice by now. */
  tooLate: z.int(),
  /** Ids that name nothing dead. */
  notDead: z.int(),
});
export type RedeliveryResult = z.infer<typeof redeliverySchema>;
