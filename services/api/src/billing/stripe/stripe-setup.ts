import { ConfigError } from '@funnel/service-kit/settings';

import { readConfig } from '../../platform/config.ts';
import { describeWrongArgument, runCommand } from '../../platform/run-command.ts';
import { catalogItems, ensureCatalog } from './catalog.ts';
import { createStripe } from './stripe-client.ts';

const usage = 'Usage: npm run stripe:setup';

/** `npm run stripe:setup` creates the catalog of the plans at Stripe and prints it. */
await runCommand(usage, async (args) => {
  // Somebody who gives an argument expects something else than a change of the account at Stripe.
  const mistake = describeWrongArgument(args);
  if (mistake !== null) return { status: 2, notes: [mistake, usage] };
  const { stripe } = readConfig(process.env, { isServing: false });
  if (!stripe)
    throw new ConfigError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are needed. Example: STRIPE_SECRET_KEY=sk_test_…',
    );
  const { prices, mismatches } = await ensureCatalog(createStripe(stripe));
  const lines = catalogItems
    .filter(({ price, coupon }) => !mismatches.has(price.lookup_key) && !mismatches.has(coupon?.id ?? ''))
    .map(
      ({ product, price, coupon }) =>
        `${product.name}  ${price.lookup_key} (${prices.get(price.lookup_key)})  ${coupon?.id ?? 'no discount'}`,
    );
  return { status: mismatches.size > 0 ? 1 : 0, out: lines.join('\n'), notes: [...mismatches.values()] };
});
