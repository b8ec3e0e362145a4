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
  /** The promotional price per day of the first period, rounded to the number in the product specification. */
  readonly perDayMinor: number;
  readonly periodWeeks: number;
}

/** The catalog of plans. */
export const plans: Readonly<Record<PlanId, Plan>> = {
  plan1: {
    planId: 'plan1',
    name: '1-WEEK PLAN',
    priceMinor: 693,
    originalPriceMinor: 1386,
    perDayMinor: 99,
    periodWeeks: 1,
  },
  plan2: {
    planId: 'plan2',
    name: '4-WEEK PLAN',
    priceMinor: 1999,
    originalPriceMinor: 3999,
    perDayMinor: 71,
    periodWeeks: 4,
  },
  plan3: {
    planId: 'plan3',
    name: '12-WEEK PLAN',
    priceMinor: 3999,
    originalPriceMinor: 7999,
    perDayMinor: 48,
    periodWeeks: 12,
  },
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
    perDay: money(promotional ? plan.perDayMinor : Math.round(todayMinor / (plan.periodWeeks * 7))),
    renewal: money(plan.originalPriceMinor),
    promotional,
  };
}
