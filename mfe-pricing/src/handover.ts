import type { PublicConfig } from '@funnel/contracts/api';
import { readHandover } from '@funnel/contracts/handover';
import { defaultPlanId, type PlanId } from '@funnel/contracts/plans';
import type { CheckoutHandover } from '@funnel/contracts/remote-module';

/** The plan selected earlier, from the offer's history entry or handed back by the checkout, else the first one. */
export const selectedPlanFrom = (
  handover: unknown,
  { firstPlan = defaultPlanId }: Pick<PublicConfig, 'firstPlan'>,
): PlanId => readHandover(handover).selectedPlan ?? firstPlan;

/** The email that the checkout handed back because it was rejected. */
export const rejectedEmail = (handover: unknown): string | null => readHandover(handover).email ?? null;

/** The known email, or null if there is none or if it is the one that was rejected. */
export const usableEmail = (knownEmail: string | null, handover: unknown): string | null =>
  knownEmail === rejectedEmail(handover) ? null : knownEmail;

/** The handover after another plan was selected. It keeps a rejected email, so that the offer still asks for another one. */
export function withSelectedPlan(handover: unknown, selectedPlan: PlanId): CheckoutHandover {
  const email = rejectedEmail(handover);
  return { selectedPlan, ...(email !== null && { email }) };
}
