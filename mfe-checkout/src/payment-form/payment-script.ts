import type { PublicConfig } from '@funnel/contracts/api';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

import { withTimeLimit } from '../time-limit.ts';

const scriptTimeoutMs = 15_000;

let loading: Promise<Stripe> | null = null;

/** The payment provider's object for our publishable key. Loads its script once a page; after a failure the next call tries again. */
export function loadPaymentScript(config: NonNullable<PublicConfig['stripe']>): Promise<Stripe> {
  loading ??= load(config).catch((failure: unknown) => {
    loading = null;
    throw failure;
  });
  return loading;
}

async function load({ scriptUrl, publishableKey }: NonNullable<PublicConfig['stripe']>): Promise<Stripe> {
  if (!window.Stripe) await appendScript(scriptUrl);
  // Without the global, `loadStripe` would fetch the provider's own address instead of the configured one.
  if (!window.Stripe) throw new Error(`${scriptUrl} brought no window.Stripe`);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('no payment provider outside a browser');
  return stripe;
}

async function appendScript(src: string): Promise<void> {
  const script = document.createElement('script');
  script.src = src;
  const arrived = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`could not load ${src}`)));
  });
  document.head.appendChild(script);
  try {
    await withTimeLimit(arrived, scriptTimeoutMs);
  } catch (failure) {
    script.remove();
    throw failure;
  }
}
