import type { Clock } from '@funnel/service-kit/clock';

import type { StripeConfig } from '../../platform/config.ts';
import { CatalogMismatchError } from './catalog.ts';
import { checkCheckout } from './check-checkout.ts';
import { checkSubscription, type Check } from './check-subscription.ts';
import { createStripe, createStripeProvider } from './stripe-client.ts';

interface Options {
  readonly config: StripeConfig;
  readonly clock: Clock;
  /** Identifies this run, so that it gets a checkout session of its own. */
  readonly runId: string;
  readonly wait: () => Promise<void>;
  readonly openBrowser: (url: string) => Promise<void>;
  readonly check: Check;
}

/** Goes through the life of two purchases at Stripe: one by API on a test clock, and one that a person pays. */
export async function checkStripe(options: Options): Promise<void> {
  const { config, clock, runId, wait, openBrowser, check } = options;
  const provider = createStripeProvider(config, clock);
  const mismatches = await provider.prepareCatalog();
  if (mismatches.length > 0) throw new CatalogMismatchError(mismatches.join('\n'));
  const stripe = createStripe(config);
  await checkSubscription({ stripe, provider, nowMs: clock(), wait, check });
  await checkCheckout({ config, provider, attempt: runId, wait, openBrowser, check });
}
