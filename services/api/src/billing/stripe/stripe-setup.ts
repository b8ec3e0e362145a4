import { ConfigError } from '@funnel/service-kit/settings';

import { readConfig } from '../../platform/config.ts';
import { printHelp } from '../../platform/print-help.ts';
import { catalogItems, ensureCatalog } from './catalog.ts';
import { createStripe } from './stripe-client.ts';

const usage = 'Usage: npm run stripe:setup';

/** `npm run stripe:setup` creates the catalog of the plans at Stripe and prints it. */
async function setUp(): Promise<void> {
  const { stripe } = readConfig(process.env, { isServing: false });
  if (!stripe)
    throw new ConfigError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are needed. Example: STRIPE_SECRET_KEY=sk_test_…',
    );
  const prices = await ensureCatalog(createStripe(stripe));
  for (const { product, price, coupon } of catalogItems) {
    process.stdout.write(
      `${product.name}  ${price.lookup_key} (${prices.get(price.lookup_key)})  ${coupon.id}\n`,
    );
  }
}

printHelp(usage);
// Somebody who gives an argument expects something else than a change of the account at Stripe.
if (process.argv.length > 2) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  try {
    await setUp();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
