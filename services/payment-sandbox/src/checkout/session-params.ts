import type Stripe from 'stripe';
import * as z from 'zod';

import { currencyParam, expandParam, integerParam, booleanParam, metadataParam } from '../api/params.ts';

type Create = Stripe.Checkout.SessionCreateParams;
type Shape<Params> = Partial<Record<keyof Params, z.ZodType>>;

const off = z.strictObject({ enabled: z.literal('false', 'is not part of this sandbox') }).optional();
const webAddress = z.url({ protocol: /^https?$/, error: 'Not a valid URL' });

/**
 * The parameters of a new session that the sandbox acts on. Whatever Stripe would not know is refused by name, and so
 * is what the sandbox would have to ignore: a demo must not promise what the real account does differently.
 */
export const sessionCreateParams = z.strictObject({
  ui_mode: z.enum(['embedded_page']),
  mode: z.enum(['subscription']),
  line_items: z
    .array(
      z.strictObject({
        price: z.string(),
        quantity: integerParam.pipe(z.number().min(1)).default(1),
      } satisfies Shape<Stripe.Checkout.SessionCreateParams.LineItem>),
    )
    .length(1, 'This sandbox takes exactly one line item'),
  discounts: z
    .array(
      z.strictObject({ coupon: z.string() } satisfies Shape<Stripe.Checkout.SessionCreateParams.Discount>),
    )
    .max(1, 'A session takes one discount')
    .default([]),
  currency: currencyParam.optional(),
  customer: z.string().optional(),
  customer_email: z.email('Invalid email address').optional(),
  client_reference_id: z.string().max(200).optional(),
  return_url: webAddress.optional(),
  redirect_on_completion: z.enum(['always', 'if_required', 'never']).default('always'),
  expires_at: integerParam.optional(),
  locale: z.string().optional(),
  metadata: metadataParam.default({}),
  subscription_data: z
    .strictObject({
      metadata: metadataParam.default({}),
      description: z.string().max(500).optional(),
    } satisfies Shape<Stripe.Checkout.SessionCreateParams.SubscriptionData>)
    .default({ metadata: {} }),
  adaptive_pricing: off,
  automatic_tax: off,
  allow_promotion_codes: booleanParam.pipe(z.literal(false, 'is not part of this sandbox')).optional(),
  billing_address_collection: z.enum(['auto']).optional(),
  payment_method_collection: z.enum(['always']).optional(),
  integration_identifier: z.string().optional(),
  expand: expandParam,
} satisfies Shape<Create>);

export type SessionCreateParams = z.infer<typeof sessionCreateParams>;
