import { emailGiven } from '@funnel/contracts/funnel-state';
import type { PlanId } from '@funnel/contracts/plans';
import { useFunnelState, useShell } from '@funnel/shell-kit/shell-context';
import { useState } from 'react';

import { usableEmail } from '../handover.ts';
import { currentCheckout, type LastUpdate } from './current-checkout.ts';
import { proceedToCheckout, type BuyButtonPosition, type Checkout } from './proceed-to-checkout.ts';

const idle: Checkout = { status: 'idle' };

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
      const email = usableEmail(knownEmail, handover);
      if (email === null) setCheckout({ status: 'asking-email', from });
      else proceed(from, email);
    },
    submitEmail(from: BuyButtonPosition, email: string) {
      shell.dispatch(emailGiven(email));
      proceed(from, email);
    },
    close: () => setCheckout(idle),
  };
}
