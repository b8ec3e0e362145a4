import type { Locale } from '@funnel/contracts/content/locales';
import type { PlanTexts } from '@funnel/contracts/content/plan-texts';
import { currencies, formatMoney } from '@funnel/contracts/amounts';
import type { PlanPrice } from '@funnel/contracts/plans';
import { renewalNotice } from '@funnel/contracts/renewal-notice';
import { whenIdle } from '@funnel/shell-kit/when-idle';

/** A plan's prices and dates as text, all derived from the catalog. */
export interface PlanCopy {
  readonly name: string;
  readonly today: string;
  /** The full price, if another price is charged today. */
  readonly struck: string | null;
  /** What is saved today, in percent of the full price, if another price is charged today. */
  readonly savedPercent: number | null;
  readonly perDay: string;
  /** For example `week` or `4 weeks`. */
  readonly period: string;
  /** The price of each renewal. */
  readonly renewal: string;
  /** The date of the first renewal. */
  readonly renewalDate: string;
  readonly renewalNotice: string;
}

/** One for each language: on a phone, creating it takes longer than formatting every date with it. */
const longDates = new Map<Locale, Intl.DateTimeFormat>();

function longDateIn(locale: Locale): Intl.DateTimeFormat {
  const format = longDates.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  longDates.set(locale, format);
  return format;
}

/**
 * Creates the formats of amounts and dates before they are needed, each when the browser is idle: the first one of each kind
 * loads the browser's data for the language, which takes up to 70 ms on a slow phone.
 */
export function prepareFormats(locale: Locale): void {
  whenIdle(() => formatMoney({ amountMinor: 0, currency: currencies[0] }, locale));
  whenIdle(() => longDateIn(locale).format(0));
}

/** `todayMs` is any time of the day on which the plan would be bought. */
export function describePlan(price: PlanPrice, texts: PlanTexts, todayMs: number): PlanCopy {
  const { locale } = texts;
  const isReduced = price.saved.amountMinor > 0;
  const renewsOn = new Date(todayMs);
  renewsOn.setDate(renewsOn.getDate() + price.plan.periodWeeks * 7);
  return {
    name: texts.names[price.plan.planId],
    today: formatMoney(price.today, locale),
    struck: isReduced ? formatMoney(price.original, locale) : null,
    savedPercent: isReduced ? Math.round((100 * price.saved.amountMinor) / price.original.amountMinor) : null,
    perDay: formatMoney(price.perDay, locale),
    period: texts.period(price.plan),
    renewal: formatMoney(price.renewal, locale),
    renewalDate: longDateIn(locale).format(renewsOn),
    renewalNotice: renewalNotice(price, texts),
  };
}
