import { checkEmail } from '@funnel/contracts/email';
import { readHandover } from '@funnel/contracts/handover';
import { defaultPlanId } from '@funnel/contracts/plans';
import type { CheckoutHandover } from '@funnel/contracts/remote-module';

import type { Order } from './use-checkout-session.ts';

const validEmail = (text: string | null | undefined): string | null =>
  typeof text === 'string' && checkEmail(text) === 'ok' ? text.trim() : null;

/**
 * What is being bought and for whom: what the offer handed over, else the default plan and the visitor's known e-mail.
 * Each part is parsed on its own, so that a bad one does not cost the other.
 */
export function readOrder(handover: unknown, knownEmail: string | null): Order {
  const { selectedPlan = defaultPlanId, email } = readHandover(handover);
  return { planId: selectedPlan, email: validEmail(email) ?? validEmail(knownEmail) };
}

/** The order as another screen takes it over; the plan alone where no e-mail is known. */
export const toHandover = ({ planId, email }: Order): CheckoutHandover => ({
  selectedPlan: planId,
  ...(email !== null && { email }),
});
