import { planIdSchema, plans } from '@funnel/contracts/plans';

/**
 * The plan of a checkout session. One that is no longer sold, or that a later version of the service sold, has its id as
 * its name, because its subscription lasts.
 */
export function soldPlan(planId: string): { readonly planId: string; readonly name: string } {
  const known = planIdSchema.safeParse(planId).data;
  return { planId, name: known ? plans[known].name : planId };
}
