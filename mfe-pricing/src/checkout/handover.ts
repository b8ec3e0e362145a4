import { defaultPlanId, planIdSchema, type PlanId } from '@funnel/contracts/plans';

const field = (handover: unknown, name: string): unknown =>
  typeof handover === 'object' && handover !== null ? Reflect.get(handover, name) : undefined;

/** The plan that the visitor chose before: kept in the offer's own entry of history, or handed back by the checkout. */
export const chosenPlan = (handover: unknown): PlanId =>
  planIdSchema.safeParse(field(handover, 'selectedPlan')).data ?? defaultPlanId;

/** The address that the checkout handed back, because it was refused there. */
export function refusedEmail(handover: unknown): string | null {
  const email = field(handover, 'email');
  return typeof email === 'string' ? email : null;
}
