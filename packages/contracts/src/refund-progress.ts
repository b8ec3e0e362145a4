import type { PlanId } from './plans.ts';

/** The progress that the money-back guarantee requires. */
export const refundProgress: Readonly<Record<PlanId, { streakDays: number; lessons: number }>> = {
  plan1: { streakDays: 5, lessons: 15 },
  plan2: { streakDays: 10, lessons: 30 },
  plan3: { streakDays: 14, lessons: 40 },
};
