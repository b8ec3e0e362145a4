import { formatMoney, type Locale } from '@funnel/contracts/money';
import { periodText, renewalNotice, type PlanPrice } from '@funnel/contracts/plans';

/** A plan's prices and dates as text, all derived from the catalog. */
export interface PlanCopy {
  readonly name: string;
  readonly today: string;
  /** The full price, if another price is charged today. */
  readonly struck: string | null;
  readonly perDay: string;
  /** For example `week` or `4 weeks`. */
  readonly period: string;
  /** The price of each renewal. */
  readonly renewal: string;
  /** The date of the first renewal. */
  readonly renewalDate: string;
  readonly renewalNotice: string;
}

const dateTags: Record<Locale, string> = { en: 'en-US' };

/** `todayMs` is any time of the day on which the plan would be bought. */
export function describePlan(price: PlanPrice, locale: Locale, todayMs: number): PlanCopy {
  const renewsOn = new Date(todayMs);
  renewsOn.setDate(renewsOn.getDate() + price.plan.periodWeeks * 7);
  return {
    name: price.plan.name,
    today: formatMoney(price.today, locale),
    struck: price.promotional ? formatMoney(price.original, locale) : null,
    perDay: formatMoney(price.perDay, locale),
    period: periodText(price.plan),
    renewal: formatMoney(price.renewal, locale),
    renewalDate: renewsOn.toLocaleDateString(dateTags[locale], { dateStyle: 'long' }),
    renewalNotice: renewalNotice(price, locale),
  };
}
