import { checkEmail } from '@funnel/contracts/email';
import { defaultPlanId, planIdSchema, type PlanId } from '@funnel/contracts/plans';
import type { CheckoutHandover } from '@funnel/contracts/remote-module';

import type { Order } from '../payment-form/use-checkout-session.ts';

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const validEmail = (value: unknown): string | null =>
  typeof value === 'string' && checkEmail(value) === 'ok' ? value.trim() : null;

const validPlan = (value: unknown): PlanId => planIdSchema.safeParse(value).data ?? defaultPlanId;

/**
 * What is being bought and for whom: what the offer handed over, else the default plan and the visitor's known e-mail.
 * Each part is parsed on its own, so that a bad one does not cost the other.
 */
export function readOrder(handover: unknown, knownEmail: string | null): Order {
  return {
    planId: validPlan(field(handover, 'selectedPlan')),
    email: validEmail(field(handover, 'email')) ?? validEmail(knownEmail),
  };
}

/** The order as another screen takes it over; the plan alone where no e-mail is known. */
export const handoverOf = ({ planId, email }: Order): CheckoutHandover => ({
  selectedPlan: planId,
  ...(email !== null && { email }),
});
