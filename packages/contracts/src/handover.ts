import { isObjectOf, isOneOf, isText } from './guards/guard.ts';
import { planIds } from './plan-catalog.ts';
import type { CheckoutHandover } from './remote-module.ts';

const hasPlan = isObjectOf<Pick<CheckoutHandover, 'selectedPlan'>>({ selectedPlan: isOneOf(...planIds) });
const hasEmail = isObjectOf<{ email: string }>({ email: isText });

/** Parses the untrusted state of a history entry. Each field is parsed separately and left out if invalid. Never throws. */
export const readHandover = (value: unknown): Partial<CheckoutHandover> => ({
  ...(hasPlan(value) && { selectedPlan: value.selectedPlan }),
  ...(hasEmail(value) && { email: value.email }),
});
