import type { PublicConfig } from '@funnel/contracts/api';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

import { withTimeLimit } from '@funnel/shell-kit/time-limit';

const scriptTimeoutMs = 15_000;

let loading: Promise<Stripe> | null = null;

/** The payment provider's API object for the publishable key. Loads its script once per page. A call after a failure tries again. */
export function loadPaymentScript(config: NonNullable<PublicConfig['stripe']>): Promise<Stripe> {
  loading ??= load(config).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load({ scriptUrl, publishableKey }: NonNullable<PublicConfig['stripe']>): Promise<Stripe> {
  if (!window.Stripe) await appendScript(scriptUrl);
  // Without the global, `loadStripe` would load its default URL instead of the configured one.
  if (!window.Stripe) throw new Error(`${scriptUrl} did not define window.Stripe`);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('the payment provider needs a browser');
  return stripe;
}

async function appendScript(src: string): Promise<void> {
  const script = document.createElement('script');
  script.src = src;
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`could not load ${src}`)));
  });
  document.head.appendChild(script);
  try {
    await withTimeLimit(loaded, scriptTimeoutMs);
  } catch (error) {
    script.remove();
    throw error;
  }
}
