import { emailGiven } from '@funnel/contracts/funnel-state';
import type { PlanId } from '@funnel/contracts/plans';
import { useFunnelState, useShell } from '@funnel/shell-kit/shell-context';
import { useState } from 'react';

import { rejectedEmail } from '../handover.ts';
import { proceedToCheckout, type BuyButtonPosition, type Checkout } from './proceed-to-checkout.ts';

const idle: Checkout = { status: 'idle' };

/** What the main button sets going: the e-mail if it is not known, then the payment. */
export function useCheckout(planId: PlanId) {
  const shell = useShell();
  const knownEmail = useFunnelState((state) => state.email);
  const [checkout, setCheckout] = useState<Checkout>(idle);

  const handover = shell.handover();
  const refused = rejectedEmail(handover);

  const [seen, setSeen] = useState(handover);
  if (handover !== seen) {
    setSeen(handover);
    // Handed back by the payment form that stands over the offer.
    if (checkout.status === 'paying' && checkout.email === refused)
      setCheckout({ status: 'asking-email', from: checkout.from });
  }

  const proceed = (from: BuyButtonPosition, email: string) =>
    setCheckout(proceedToCheckout(shell, { from, planId, email }));

  return {
    checkout,
    start(from: BuyButtonPosition) {
      if (knownEmail === null || knownEmail === refused) setCheckout({ status: 'asking-email', from });
      else proceed(from, knownEmail);
    },
    submitEmail(from: BuyButtonPosition, email: string) {
      shell.dispatch(emailGiven(email));
      proceed(from, email);
    },
    close: () => setCheckout(idle),
  };
}
