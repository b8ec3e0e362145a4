import { readHandover } from '@funnel/contracts/handover';
import { defaultPlanId, type PlanId } from '@funnel/contracts/plans';

/** The plan that the visitor chose before: kept in the offer's own entry of history, or handed back by the checkout. */
export const selectedPlanFrom = (handover: unknown): PlanId =>
  readHandover(handover).selectedPlan ?? defaultPlanId;

/** The address that the checkout handed back, because it was refused there. */
export const rejectedEmail = (handover: unknown): string | null => readHandover(handover).email ?? null;
