import { emailGiven } from '@funnel/contracts/funnel-state';
import type { PlanId } from '@funnel/contracts/plans';
import { useFunnelState, useShell } from '@funnel/shell-kit/shell-context';
import { useState } from 'react';

import { rejectedEmail } from '../handover.ts';
import { proceedToCheckout, type BuyButtonPosition, type Checkout } from './proceed-to-checkout.ts';

const idle: Checkout = { status: 'idle' };

interface LastUpdate {
  readonly checkout: Checkout;
  /** The handover of the history entry at that time. */
  readonly handover: unknown;
}

/** The payment dialog hands a rejected email back in a new handover. The offer then asks for another email. */
function currentCheckout({ checkout, handover: earlier }: LastUpdate, handover: unknown): Checkout {
  const isHandedBack =
    checkout.status === 'paying' && handover !== earlier && rejectedEmail(handover) === checkout.email;
  return isHandedBack ? { status: 'asking-email', from: checkout.from } : checkout;
}

/** The steps after a click on the main button: ask for the email unless it is known, then start the payment. */
export function useCheckout(planId: PlanId) {
  const shell = useShell();
  const knownEmail = useFunnelState((state) => state.email);
  const handover = shell.handover();
  const [lastUpdate, setLastUpdate] = useState<LastUpdate>({ checkout: idle, handover });

  const setCheckout = (checkout: Checkout) => setLastUpdate({ checkout, handover });
  const proceed = (from: BuyButtonPosition, email: string) =>
    setCheckout(proceedToCheckout(shell, { from, planId, email }));

  return {
    checkout: currentCheckout(lastUpdate, handover),
    start(from: BuyButtonPosition) {
      if (knownEmail === null || knownEmail === rejectedEmail(handover))
        setCheckout({ status: 'asking-email', from });
      else proceed(from, knownEmail);
    },
    submitEmail(from: BuyButtonPosition, email: string) {
      shell.dispatch(emailGiven(email));
      proceed(from, email);
    },
    close: () => setCheckout(idle),
  };
}
