import { emailGiven } from '@funnel/contracts/funnel-state';
import type { PlanId } from '@funnel/contracts/plans';
import type { Shell } from '@funnel/contracts/remote-module';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useFunnelState, useShell } from '@funnel/shell-kit/shell-context';
import { useState } from 'react';

import { rejectedEmail, usableEmail } from '../handover.ts';

/** Which of the two main buttons the visitor clicked. Messages appear beside that button. */
export type BuyButtonPosition = 'plans' | 'end';

export type Checkout =
  | { readonly status: 'idle' }
  | { readonly status: 'asking-email'; readonly from: BuyButtonPosition }
  | { readonly status: 'leaving'; readonly from: BuyButtonPosition }
  | { readonly status: 'paying'; readonly from: BuyButtonPosition; readonly email: string }
  | { readonly status: 'failed'; readonly from: BuyButtonPosition };

/** Navigates to the checkout page or opens the payment dialog, depending on `checkoutPresentation`. */
export function proceedToCheckout(
  { config, navigate }: Pick<Shell, 'config' | 'navigate'>,
  { from, planId, email }: { from: BuyButtonPosition; planId: PlanId; email: string },
): Checkout {
  if (config.checkoutPresentation === 'dialog') return { status: 'paying', from, email };
  try {
    navigate(stagePaths.checkout, { handover: { selectedPlan: planId, email } });
    return { status: 'leaving', from };
  } catch {
    return { status: 'failed', from };
  }
}

interface LastUpdate {
  readonly checkout: Checkout;
  /** The handover of the history entry at that time. */
  readonly handover: unknown;
}

/** The payment dialog hands a rejected email back in a new handover. The offer then asks for another email. */
export function currentCheckout({ checkout, handover: earlier }: LastUpdate, handover: unknown): Checkout {
  const isHandedBack =
    checkout.status === 'paying' && handover !== earlier && rejectedEmail(handover) === checkout.email;
  return isHandedBack ? { status: 'asking-email', from: checkout.from } : checkout;
}

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
