import type { Currency, Money } from './amounts.ts';

/** The ids of all plans, in the order in which they are shown. */
export const planIds = ['plan1', 'plan2', 'plan3'] as const;
/** An entry of `planIds`. */
export type PlanId = (typeof planIds)[number];

/**
 * A plan of the catalog. Prices are minor units, with the same number in every currency.
 * The first period costs `priceMinor`, each renewal `originalPriceMinor`. Every period has `periodWeeks` weeks.
 */
export interface Plan {
  readonly planId: PlanId;
  readonly name: string;
  readonly priceMinor: number;
  readonly originalPriceMinor: number;
  /** The promotional price per day of the first period, rounded to minor units. */
  readonly perDayMinor: number;
  readonly periodWeeks: number;
}

/** The price per day of one period, rounded to minor units. */
const perDayOf = (priceMinor: number, periodWeeks: number): number =>
  Math.round(priceMinor / (periodWeeks * 7));

/** A plan with the name and the price per day that follow from its period and its price. */
export const catalogPlan = (plan: Omit<Plan, 'name' | 'perDayMinor'>): Plan => ({
  ...plan,
  name: `${plan.periodWeeks}-WEEK PLAN`,
  perDayMinor: perDayOf(plan.priceMinor, plan.periodWeeks),
});

/** The catalog of plans. A bundle that does not use it leaves it out, because the calls are marked as pure. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  plan1: /* @__PURE__ */ catalogPlan({
    planId: 'plan1',
    priceMinor: 693,
    originalPriceMinor: 1386,
    periodWeeks: 1,
  }),
  plan2: /* @__PURE__ */ catalogPlan({
    planId: 'plan2',
    priceMinor: 1999,
    originalPriceMinor: 3999,
    periodWeeks: 4,
  }),
  plan3: /* @__PURE__ */ catalogPlan({
    planId: 'plan3',
    priceMinor: 3999,
    originalPriceMinor: 7999,
    periodWeeks: 12,
  }),
};

/** The plan that is selected before the visitor selects one. */
export const defaultPlanId: PlanId = 'plan2';

/** The price of a plan now: promotional, or original after an enforced offer has ended. */
export interface PlanPrice {
  readonly plan: Plan;
  /** Charged today, for the first period. */
  readonly today: Money;
  readonly original: Money;
  /** `original` minus `today`; zero without the promotional price. */
  readonly saved: Money;
  /** `today` per day of the first period. */
  readonly perDay: Money;
  /** Charged for each further period. */
  readonly renewal: Money;
  readonly promotional: boolean;
}

/** Returns the price of a plan. `promotional` is false after an enforced offer has ended. */
export function priceOf(planId: PlanId, currency: Currency, promotional = true): PlanPrice {
  const plan = plans[planId];
  const todayMinor = promotional ? plan.priceMinor : plan.originalPriceMinor;
  const money = (amountMinor: number): Money => ({ amountMinor, currency });
  return {
    plan,
    today: money(todayMinor),
    original: money(plan.originalPriceMinor),
    saved: money(plan.originalPriceMinor - todayMinor),
    perDay: money(perDayOf(todayMinor, plan.periodWeeks)),
    renewal: money(plan.originalPriceMinor),
    promotional,
  };
}
