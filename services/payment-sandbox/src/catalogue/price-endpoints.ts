import type Stripe from 'stripe';
import * as z from 'zod';

import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { listOf, listParams } from '../api/list.ts';
import {
  amountParam,
  booleanParam,
  currencyParam,
  expandParam,
  integerParam,
  metadataParam,
} from '../api/params.ts';
import { noSuch, StripeError } from '../api/stripe-error.ts';
import { nowSeconds } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import { priceObject } from './price-object.ts';

type Shape<Params> = Partial<Record<keyof Params, z.ZodType>>;

const currencyOptions = z
  .record(
    currencyParam,
    z.strictObject({ unit_amount: amountParam }).transform((option) => option.unit_amount),
  )
  .default({});

const createParams = z.strictObject({
  currency: currencyParam,
  unit_amount: amountParam,
  product: z.string(),
  recurring: z.strictObject({
    interval: z.enum(['day', 'week', 'month', 'year']),
    interval_count: integerParam.pipe(z.number().min(1)).default(1),
    usage_type: z.enum(['licensed']).optional(),
  } satisfies Shape<Stripe.PriceCreateParams.Recurring>),
  currency_options: currencyOptions,
  lookup_key: z.string().max(200).optional(),
  active: booleanParam.default(true),
  billing_scheme: z.enum(['per_unit']).optional(),
  nickname: z.string().optional(),
  tax_behavior: z.enum(['unspecified']).optional(),
  metadata: metadataParam.default({}),
  expand: expandParam,
} satisfies Shape<Stripe.PriceCreateParams>);

const listPricesParams = z.strictObject({
  ...listParams,
  active: booleanParam.optional(),
  currency: currencyParam.optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
  product: z.string().optional(),
  type: z.enum(['recurring', 'one_time']).optional(),
} satisfies Shape<Stripe.PriceListParams>);

export const priceEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/v1/prices', createParams, ({ sandbox, params }) => {
    const { state } = sandbox;
    if (!state.products.has(params.product)) throw noSuch('product', params.product, 'product');
    const id = newId('price');
    const holder = [...state.prices.values()].find(
      ({ lookupKey }) => lookupKey !== null && lookupKey === params.lookup_key,
    );
    if (holder) {
      throw new StripeError(400, `A price (\`${holder.id}\`) already uses that lookup key.`, {
        param: 'lookup_key',
      });
    }
    const price = {
      id,
      created: nowSeconds(sandbox),
      productId: params.product,
      active: params.active,
      currency: params.currency,
      amounts: { ...params.currency_options, [params.currency]: params.unit_amount },
      interval: params.recurring.interval,
      intervalCount: params.recurring.interval_count,
      lookupKey: params.lookup_key ?? null,
      nickname: params.nickname ?? null,
      metadata: params.metadata,
    };
    state.prices.set(id, price);
    return priceObject(price);
  }),
  endpoint('GET', '/v1/prices/:id', z.strictObject({ expand: expandParam }), ({ sandbox, id }) => {
    const price = sandbox.state.prices.get(id);
    if (!price) throw noSuch('price', id);
    return priceObject(price);
  }),
  endpoint('GET', '/v1/prices', listPricesParams, ({ sandbox, params }) => {
    const rows = [...sandbox.state.prices.values()].filter(
      ({ active, currency, lookupKey, productId }) =>
        active === (params.active ?? active) &&
        currency === (params.currency ?? currency) &&
        productId === (params.product ?? productId) &&
        (params.lookup_keys?.includes(lookupKey ?? '') ?? true) &&
        params.type !== 'one_time',
    );
    return listOf('/v1/prices', rows, priceObject, params);
  }),
];
