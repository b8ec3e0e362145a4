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

/** What stands in an entry of history, which anybody may have written: each part by itself, so that a bad one costs no other. */
export const readHandover = (value: unknown): Partial<CheckoutHandover> => handoverSchema.parse(value);
