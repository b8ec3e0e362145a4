import { readHandover } from '@funnel/contracts/handover';
import { defaultPlanId, type PlanId } from '@funnel/contracts/plans';

/** The plan selected earlier, from the offer's history entry or handed back by the checkout. */
export const selectedPlanFrom = (handover: unknown): PlanId =>
  readHandover(handover).selectedPlan ?? defaultPlanId;

/** The email that the checkout handed back because it was rejected. */
export const rejectedEmail = (handover: unknown): string | null => readHandover(handover).email ?? null;
