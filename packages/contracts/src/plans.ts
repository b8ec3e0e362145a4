import * as z from 'zod/mini';

import { formatMoney, type Currency, type Locale, type Money } from './money.ts';

export const planIds = ['plan1', 'plan2', 'plan3'] as const;
export const planIdSchema = z.enum(planIds);
export type PlanId = z.infer<typeof planIdSchema>;

/**
 * A plan of the catalogue. Prices are minor units and the same figure in every currency.
 * The first period costs `priceMinor`, each renewal `originalPriceMinor`; every period lasts `periodWeeks`.
 */
export interface Plan {
  readonly planId: PlanId;
  readonly name: string;
  readonly priceMinor: number;
  readonly originalPriceMinor: number;
  readonly perDayMinor: number;
  readonly periodWeeks: number;
}

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

export const defaultPlanId: PlanId = 'plan2';

/** What a plan costs now: the promotional price, or the full one once an enforced offer has ended. */
export interface PlanPrice {
  readonly plan: Plan;
  readonly today: Money;
  readonly original: Money;
  readonly saved: Money;
  readonly perDay: Money;
  readonly renewal: Money;
  readonly promotional: boolean;
}

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

/** `week` for one, else `4 weeks`. */
export function periodText(plan: Plan): string {
  return plan.periodWeeks === 1 ? 'week' : `${plan.periodWeeks} weeks`;
}

/**
 * What renews, when and for how much: the exact words that the buyer sees and that the service stores with the sale.
 * `First 4 weeks at $19.99, then $39.99 every 4 weeks until canceled.`
 */
export function renewalNotice(price: PlanPrice, locale: Locale = 'en'): string {
  const period = periodText(price.plan);
  const first = formatMoney(price.today, locale);
  const next = formatMoney(price.renewal, locale);
  return `First ${period} at ${first}, then ${next} every ${period} until canceled.`;
}
