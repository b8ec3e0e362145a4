import { planIdSchema, plans } from '@funnel/contracts/plans';

/**
 * The plan of a checkout session. A plan that this version of the service does not sell is named by its id: its subscription may
 * last longer than the plan is sold.
 */
export function soldPlan(planId: string): { readonly planId: string; readonly name: string } {
  const known = planIdSchema.safeParse(planId).data;
  return { planId, name: known ? plans[known].name : planId };
}
