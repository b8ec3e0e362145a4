import * as z from 'zod/mini';

import { planIds } from './plan-catalog.ts';

export * from './plan-catalog.ts';

/** Accepts an entry of `planIds`. */
export const planIdSchema = z.enum(planIds);
