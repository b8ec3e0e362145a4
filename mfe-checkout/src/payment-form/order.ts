import type { PublicConfig } from '@funnel/contracts/api';
import { checkEmail, trimEmail } from '@funnel/contracts/email';
import { readHandover } from '@funnel/contracts/handover';
import { defaultPlanId, type PlanId } from '@funnel/contracts/plans';
import type { CheckoutHandover } from '@funnel/contracts/remote-module';
import { stagePaths } from '@funnel/contracts/stage-paths';

export interface Order {
  readonly planId: PlanId;
  readonly email: string | null;
}

const validEmail = (text: string | null | undefined): string | null =>
  typeof text === 'string' && checkEmail(text) === 'ok' ? trimEmail(text) : null;

/**
 * The order from the offer's handover. Defaults to the plan that the offer selects first and the known email. Each part is parsed separately,
 * so that an invalid one does not discard the other.
 */
export function readOrder(
  handover: unknown,
  knownEmail: string | null,
  { firstPlan = defaultPlanId }: Pick<PublicConfig, 'firstPlan'>,
): Order {
  const { selectedPlan = firstPlan, email } = readHandover(handover);
  return { planId: selectedPlan, email: validEmail(email) ?? validEmail(knownEmail) };
}

/** The emails that were stored when this page showed a checkout. */
const storedEmails = new Set<string | null>();

/**
 * The handover of a history entry. Without its email if the entry may be older than the stored one, which the offer stores before it
 * hands it over: if another one is stored than when this page first showed a checkout, or if this page began on another screen.
 */
export function currentHandover(handover: unknown, storedEmail: string | null, beganHere: boolean): unknown {
  const hasChanged = storedEmails.add(storedEmail).size > 1;
  const isOlder = hasChanged || (!beganHere && storedEmail !== null);
  return isOlder ? { ...readHandover(handover), email: undefined } : handover;
}

/** Whether this page began with the checkout, and not with another screen. */
export function beganWithCheckout(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && new URL(navigation.name).pathname === stagePaths.checkout;
}

/** The order as a handover for another screen. Omits an unknown email. */
export const toHandover = ({ planId, email }: Order): CheckoutHandover => ({
  selectedPlan: planId,
  ...(email !== null && { email }),
});
