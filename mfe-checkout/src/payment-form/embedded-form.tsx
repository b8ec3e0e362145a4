import { useShell } from '@funnel/shell-kit/shell-context';
import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';

import { loadPaymentScript } from './payment-script.ts';
import { createTurns, type Turn } from './turns.ts';

/** From the script's arrival until the form is seen. */
const formLimitMs = 20_000;
/** A frame without a form in it is lower than this. */
const shownFromPx = 200;

const takeTurn = createTurns();

interface EmbeddedFormProps {
  readonly clientSecret: string;
  readonly onShown: () => void;
  /** The form cannot be opened, or did not appear in time. */
  readonly onMissing: () => void;
}

/** The payment provider's own form, in a frame of theirs. Give it a `key`: another secret is another form. */
export function EmbeddedForm({ clientSecret, onShown, onMissing }: EmbeddedFormProps) {
  const provider = useShell().config.stripe;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!provider) return;
    let isCurrent = true;
    const turn = takeTurn();
    loadPaymentScript(provider).then(
      (loaded) => isCurrent && setStripe(inTurn(loaded, turn, onMissing)),
      () => isCurrent && onMissing(),
    );
    return () => {
      isCurrent = false;
      turn.end();
    };
  }, [provider, onMissing]);

  useEffect(() => {
    const element = place.current;
    if (!stripe || !element) return;
    let hasLoaded = false;
    const limit = setTimeout(onMissing, formLimitMs);
    const look = () => {
      if (!hasLoaded || element.offsetHeight < shownFromPx) return;
      clearTimeout(limit);
      onShown();
    };
    const noteLoad = () => {
      hasLoaded = true;
      look();
    };
    const size = new ResizeObserver(look);
    size.observe(element);
    // The load of a frame does not bubble.
    element.addEventListener('load', noteLoad, { capture: true });
    return () => {
      clearTimeout(limit);
      size.disconnect();
      element.removeEventListener('load', noteLoad, { capture: true });
    };
  }, [stripe, onShown, onMissing]);

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
function inTurn(stripe: Stripe, turn: Turn, onMissing: () => void): Stripe {
  const open: Stripe['createEmbeddedCheckoutPage'] = (options) =>
    turn
      .open(() => stripe.createEmbeddedCheckoutPage(options))
      .catch(() => {
        onMissing();
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
