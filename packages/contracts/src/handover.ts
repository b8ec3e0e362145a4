import * as z from 'zod/mini';

import { planIdSchema } from './plans.ts';
import type { CheckoutHandover } from './remote-module.ts';

const handoverSchema = z.catch(
  z.object({
    selectedPlan: z.catch(z.optional(planIdSchema), undefined),
    email: z.catch(z.optional(z.string()), undefined),
  }),
  {},
);

/** Parses the untrusted state of a history entry. Each field is parsed separately and left out if invalid. Never throws. */
export const readHandover = (value: unknown): Partial<CheckoutHandover> => handoverSchema.parse(value);
