import { useShell } from '@funnel/shell-kit/shell-context';
import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import type { Stripe, StripeEmbeddedCheckout } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { createFormQueue } from './form-queue.ts';
import { loadPaymentScript } from './payment-script.ts';
import styles from './payment-form.module.css';

/** From the arrival of the provider's script until its iframe has loaded. */
const formTimeoutMs = 20_000;

/** One queue per page, because the provider counts its forms per page. */
const openForm = createFormQueue();

/** Shows nothing. */
const emptyForm = { mount() {}, unmount() {}, destroy() {} } satisfies StripeEmbeddedCheckout;

/**
 * The provider's object, except that its forms open through the queue, which also destroys them when `signal` is aborted. The
 * React component loses a form that is still opening when it unmounts
 * (https://github.com/stripe/react-stripe-js/issues/703), and does not report a form that cannot be opened.
 */
function withFormQueue(stripe: Stripe, signal: AbortSignal, onLoadError: () => void): Stripe {
  const createEmbeddedCheckoutPage: Stripe['createEmbeddedCheckoutPage'] = async (options) => {
    try {
      const form = await openForm(() => stripe.createEmbeddedCheckoutPage(options), signal);
      return { ...emptyForm, mount: (location) => form.mount(location) };
    } catch {
      if (!signal.aborted) onLoadError();
      return emptyForm;
    }
  };
  return Object.create(stripe, { createEmbeddedCheckoutPage: { value: createEmbeddedCheckoutPage } });
}

interface EmbeddedFormProps {
  readonly clientSecret: string;
  readonly onShown: () => void;
  /** The form cannot be opened, or it did not load in time. */
  readonly onLoadError: () => void;
}

/** The payment provider's form, in the provider's own iframe. Use the secret as `key`: every secret needs a new form. */
export function EmbeddedForm({ clientSecret, onShown, onLoadError }: EmbeddedFormProps) {
  const provider = useShell().config.stripe;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const reportShown = useEffectEvent(onShown);
  const reportLoadError = useEffectEvent(onLoadError);

  useEffect(() => {
    if (!provider) return;
    const abort = new AbortController();
    loadPaymentScript(provider).then(
      (loaded) =>
        abort.signal.aborted || setStripe(withFormQueue(loaded, abort.signal, () => reportLoadError())),
      () => abort.signal.aborted || reportLoadError(),
    );
    return () => abort.abort();
  }, [provider]);

  useEffect(() => {
    const element = container.current;
    if (!stripe || !element) return;
    const timer = setTimeout(() => reportLoadError(), formTimeoutMs);
    const finish = () => {
      clearTimeout(timer);
      reportShown();
    };
    // The load event of an iframe does not bubble.
    element.addEventListener('load', finish, { capture: true, once: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('load', finish, { capture: true });
    };
  }, [stripe]);

  return (
    <div ref={container} className={styles['form']}>
      {stripe && (
        <EmbeddedCheckoutProvider stripe={stripe} options={{ clientSecret }}>
          <EmbeddedCheckout />
        </EmbeddedCheckoutProvider>
      )}
    </div>
  );
}
