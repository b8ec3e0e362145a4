import type Stripe from 'stripe';
import * as z from 'zod';

import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { listOf, listParams } from '../api/list.ts';
import { amountParam, currencyParam, expandParam, metadataParam } from '../api/params.ts';
import { alreadyExists, noSuch } from '../api/stripe-error.ts';
import { nowSeconds } from '../sandbox.ts';
import { randomText } from '../state/ids.ts';
import { couponObject } from './coupon-object.ts';

type Shape<Params> = Partial<Record<keyof Params, z.ZodType>>;

const currencyOptions = z
  .record(
    currencyParam,
    z.strictObject({ amount_off: amountParam }).transform((option) => option.amount_off),
  )
  .default({});

const createParams = z.strictObject({
  id: z.string().min(1).optional(),
  name: z.string().max(40).optional(),
  amount_off: amountParam,
  currency: currencyParam,
  currency_options: currencyOptions,
  duration: z.enum(['once']),
  metadata: metadataParam.default({}),
  expand: expandParam,
} satisfies Shape<Stripe.CouponCreateParams>);

export const couponEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/v1/coupons', createParams, ({ sandbox, params }) => {
    const { coupons } = sandbox.state;
    const id = params.id ?? randomText(8);
    if (coupons.has(id)) throw alreadyExists('Coupon already exists.', 'id');
    const coupon = {
      id,
      created: nowSeconds(sandbox),
      name: params.name ?? null,
      currency: params.currency,
      amounts: { ...params.currency_options, [params.currency]: params.amount_off },
      timesRedeemed: 0,
      metadata: params.metadata,
    };
    coupons.set(id, coupon);
    return couponObject(coupon);
  }),
  endpoint('GET', '/v1/coupons/:id', z.strictObject({ expand: expandParam }), ({ sandbox, id }) => {
    const coupon = sandbox.state.coupons.get(id);
    if (!coupon) throw noSuch('coupon', id);
    return couponObject(coupon);
  }),
  endpoint(
    'GET',
    '/v1/coupons',
    z.strictObject(listParams satisfies Shape<Stripe.CouponListParams>),
    ({ sandbox, params }) => listOf('/v1/coupons', sandbox.state.coupons.values(), couponObject, params),
  ),
];
