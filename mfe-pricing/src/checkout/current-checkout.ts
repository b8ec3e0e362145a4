import { rejectedEmail } from '../handover.ts';
import type { Checkout } from './proceed-to-checkout.ts';

export interface LastUpdate {
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
