import type Stripe from 'stripe';
import * as z from 'zod';

import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { listOf, listParams } from '../api/list.ts';
import { expandParam, integerParam } from '../api/params.ts';
import { noSuch } from '../api/stripe-error.ts';
import { eventObject } from './event-object.ts';

const listEventsParams = z.strictObject({
  ...listParams,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  created: z.strictObject({ gte: integerParam.optional(), lt: integerParam.optional() }).default({}),
} satisfies Partial<Record<keyof Stripe.EventListParams, z.ZodType>>);

export const eventEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/v1/events/:id', z.strictObject({ expand: expandParam }), ({ sandbox, id }) => {
    const event = sandbox.state.events.get(id);
    if (!event) throw noSuch('event', id);
    return eventObject(event);
  }),
  endpoint('GET', '/v1/events', listEventsParams, ({ sandbox, params }) => {
    const { gte = 0, lt = Infinity } = params.created;
    const rows = [...sandbox.state.events.values()].filter(
      ({ type, created }) =>
        type === (params.type ?? type) &&
        (params.types?.includes(type) ?? true) &&
        created >= gte &&
        created < lt,
    );
    return listOf('/v1/events', rows, eventObject, params);
  }),
];
