import { useShell } from '@funnel/shell-kit/shell-context';
import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';

import { loadPaymentScript } from './payment-script.ts';
import { createFormQueue, type FormSlot } from './form-queue.ts';

/** From the script's arrival until the form is seen. */
const formTimeoutMs = 20_000;
/** A frame without a form in it is lower than this. */
const shownFromPx = 200;

const reserveSlot = createFormQueue();

interface EmbeddedFormProps {
  readonly clientSecret: string;
  readonly onShown: () => void;
  /** The form cannot be opened, or did not appear in time. */
  readonly onLoadError: () => void;
}

/** The payment provider's own form, in a frame of theirs. Give it a `key`: another secret is another form. */
export function EmbeddedForm({ clientSecret, onShown, onLoadError }: EmbeddedFormProps) {
  const provider = useShell().config.stripe;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!provider) return;
    let isCurrent = true;
    const turn = reserveSlot();
    loadPaymentScript(provider).then(
      (loaded) => isCurrent && setStripe(runQueued(loaded, turn, onLoadError)),
      () => isCurrent && onLoadError(),
    );
    return () => {
      isCurrent = false;
      turn.end();
    };
  }, [provider, onLoadError]);

  useEffect(() => {
    const element = place.current;
    if (!stripe || !element) return;
    let hasLoaded = false;
    const limit = setTimeout(onLoadError, formTimeoutMs);
    const check = () => {
      if (!hasLoaded || element.offsetHeight < shownFromPx) return;
      clearTimeout(limit);
      onShown();
    };
    const noteLoad = () => {
      hasLoaded = true;
      check();
    };
    const size = new ResizeObserver(check);
    size.observe(element);
    // The load of a frame does not bubble.
    element.addEventListener('load', noteLoad, { capture: true });
    return () => {
      clearTimeout(limit);
      size.disconnect();
      element.removeEventListener('load', noteLoad, { capture: true });
    };
  }, [stripe, onShown, onLoadError]);

  return (
    <div ref={place}>
      {stripe && (
        <EmbeddedCheckoutProvider stripe={stripe} options={{ clientSecret }}>
          <EmbeddedCheckout />
        </EmbeddedCheckoutProvider>
      )}
    </div>
  );
}

/**
 * The provider's object, whose form opens in its turn. The React components lose a form that is still opening when
 * they go (https://github.com/stripe/react-stripe-js/issues/703), and say nothing when one cannot be opened.
 */
function runQueued(stripe: Stripe, turn: FormSlot, onLoadError: () => void): Stripe {
  const open: Stripe['createEmbeddedCheckoutPage'] = (options) =>
    turn
      .open(() => stripe.createEmbeddedCheckoutPage(options))
      .catch(() => {
        onLoadError();
        return new Promise<never>(() => {});
      });
  return new Proxy(stripe, {
    get(target, name) {
      if (name === 'createEmbeddedCheckoutPage') return open;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
