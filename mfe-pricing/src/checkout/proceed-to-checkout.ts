import type { PlanId } from '@funnel/contracts/plans';
import type { Shell } from '@funnel/contracts/remote-module';
import { stagePaths } from '@funnel/contracts/stage-paths';

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
