import type Stripe from 'stripe';
import * as z from 'zod';

import { endpoint, type Endpoint } from '../api/endpoint.ts';
import { listOf, listParams } from '../api/list.ts';
import { booleanParam, expandParam, metadataParam } from '../api/params.ts';
import { alreadyExists, noSuch } from '../api/stripe-error.ts';
import { nowSeconds } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import { productObject } from './product-object.ts';

type Shape<Params> = Partial<Record<keyof Params, z.ZodType>>;

const createParams = z.strictObject({
  id: z.string().min(1).optional(),
  name: z.string().min(1),
  active: booleanParam.default(true),
  description: z.string().optional(),
  metadata: metadataParam.default({}),
  expand: expandParam,
} satisfies Shape<Stripe.ProductCreateParams>);

const listProductsParams = z.strictObject({
  ...listParams,
  active: booleanParam.optional(),
  ids: z.array(z.string()).optional(),
} satisfies Shape<Stripe.ProductListParams>);

export const productEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/v1/products', createParams, ({ sandbox, params }) => {
    const { products } = sandbox.state;
    const id = params.id ?? newId('prod');
    if (products.has(id)) throw alreadyExists('Product already exists.', 'id');
    const created = nowSeconds(sandbox);
    const { name, active, description = null, metadata } = params;
    const product = { id, created, updated: created, name, active, description, metadata };
    products.set(id, product);
    return productObject(product);
  }),
  endpoint('GET', '/v1/products/:id', z.strictObject({ expand: expandParam }), ({ sandbox, id }) => {
    const product = sandbox.state.products.get(id);
    if (!product) throw noSuch('product', id);
    return productObject(product);
  }),
  endpoint('GET', '/v1/products', listProductsParams, ({ sandbox, params }) => {
    const rows = [...sandbox.state.products.values()].filter(
      ({ id, active }) => active === (params.active ?? active) && (params.ids?.includes(id) ?? true),
    );
    return listOf('/v1/products', rows, productObject, params);
  }),
];
