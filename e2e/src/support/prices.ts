import { createHash } from 'node:crypto';

import { expect, type Locator, type Page } from '@playwright/test';

import type { Funnel } from './funnel.ts';
import { askProvider } from './provider.ts';

interface PlanPrices {
  readonly name: string;
  readonly planId: string;
  readonly today: string;
  readonly struck: string;
  readonly perDay: string;
  readonly save: string;
  /** As in `every week`. */
  readonly period: string;
  readonly days: number;
}

/** Amounts without their sign, the same in both currencies. They come from the product's description, not from the code. */
const plans: readonly PlanPrices[] = [
  {
    name: '1-WEEK PLAN',
    planId: 'plan1',
    today: '6.93',
    struck: '13.86',
    perDay: '0.99',
    save: '6.93',
    period: 'week',
    days: 7,
  },
  {
    name: '4-WEEK PLAN',
    planId: 'plan2',
    today: '19.99',
    struck: '39.99',
    perDay: '0.71',
    save: '20.00',
    period: '4 weeks',
    days: 28,
  },
  {
    name: '12-WEEK PLAN',
    planId: 'plan3',
    today: '39.99',
    struck: '79.99',
    perDay: '0.48',
    save: '40.00',
    period: '12 weeks',
    days: 84,
  },
];

/** A visitor's language decides the currency of the visit. */
const currencies = [
  { currency: 'USD', sign: '$', locale: 'en-US' },
  { currency: 'EUR', sign: '€', locale: 'fr-FR' },
] as const;

export interface Pricing extends PlanPrices {
  readonly currency: string;
  readonly sign: string;
  readonly locale: string;
  readonly renewalNotice: string;
}

/** Each plan in each currency, with the amounts as shown. */
export const pricings: readonly Pricing[] = currencies.flatMap(({ currency, sign, locale }) =>
  plans.map((plan) => {
    const { today, struck, perDay, save, period } = plan;
    return {
      ...plan,
      currency,
      sign,
      locale,
      today: `${sign}${today}`,
      struck: `${sign}${struck}`,
      perDay: `${sign}${perDay}`,
      save: `${sign}${save}`,
      renewalNotice: `First ${period} at ${sign}${today}, then ${sign}${struck} every ${period} until canceled.`,
    };
  }),
);

/** Every distinct amount with cents in the accessibility tree. */
export async function amountsIn(part: Locator): Promise<string[]> {
  return [...new Set((await part.ariaSnapshot()).match(/[$€]\d[\d,]*\.\d\d/g))].toSorted();
}

/** How to cancel, which stands beside every button that leads to a payment. */
export const waysToCancel = /profile settings, at least 24 hours before/;

export const buy = (page: Page): Locator =>
  page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first();

/** Selects the plan on the offer and checks its prices there. */
export async function choosePlan(page: Page, pricing: Pricing): Promise<void> {
  const card = page.getByRole('radio', { name: pricing.name });
  await card.click();
  await expect(card).toBeChecked();
  const badge = pricing.name === '4-WEEK PLAN' ? 'MOST POPULAR ' : '';
  await expect(card).toHaveAccessibleName(
    `${badge}${pricing.name} Then ${pricing.struck} every ${pricing.period} Before: ${pricing.struck} ${pricing.today} ${pricing.perDay} per day`,
  );
  await expect(page.getByText(`Charged today: ${pricing.today}`)).toHaveCount(2);
  await expect(page.getByText(pricing.renewalNotice)).toHaveCount(2);
  await expect(page.getByText(waysToCancel)).toHaveCount(2);
  await expect(page.getByText('Start with $20', { exact: true })).toBeVisible();
  const nextCharge = page.getByText(`Next charge: ${pricing.struck} on `).first();
  const [, date = ''] = / on (\w+ \d+, \d+)\.$/.exec((await nextCharge.textContent()) ?? '') ?? [];
  const fromNowMs = Date.parse(date) - new Date().setHours(0, 0, 0, 0);
  expect(Math.round(fromNowMs / 86_400_000), date).toBe(pricing.days);

  const known = pricings
    .filter(({ currency }) => currency === pricing.currency)
    .flatMap(({ today, struck, perDay }) => [today, struck, perDay]);
  expect(await amountsIn(page.getByRole('main'))).toEqual([...new Set(known)].toSorted());
}

/** The payment provider's form shows plan and renewal of the page, which shows the charge itself. */
export async function expectForm(page: Page, pricing: Pricing): Promise<void> {
  const form = page.frameLocator('iframe[title="Secure payment form"]').getByRole('main');
  await expect(form.getByRole('button', { name: 'Pay and subscribe' })).toBeVisible();
  await expect(form.getByText(pricing.name)).toBeVisible();
  await expect(form.getByText(`Then ${pricing.struck} every ${pricing.period}, from `)).toBeVisible();
  expect(await amountsIn(form)).toEqual([pricing.struck]);
}

/** The success page confirms the payment. */
export async function expectPaid(page: Page, pricing: Pricing): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByText(`Thank you for purchasing the ${pricing.name}.`)).toBeVisible();
  expect(await amountsIn(page.getByRole('main'))).toEqual([pricing.today]);
}

const minor = (amount: string) => Math.round(Number(amount.slice(1)) * 100);

/** Today's charge, the recorded terms and the first renewal are those that the page showed. */
export async function expectCharges(page: Page, funnel: Funnel, pricing: Pricing): Promise<void> {
  const [today, full, currency] = [
    minor(pricing.today),
    minor(pricing.struck),
    pricing.currency.toLowerCase(),
  ];
  const sessionId = new URL(page.url()).searchParams.get('session_id');
  const session = Object(await askProvider(funnel, 'GET', `/v1/checkout/sessions/${sessionId}`));
  expect(session).toMatchObject({
    amount_total: today,
    amount_subtotal: full,
    total_details: { amount_discount: full - today },
    currency,
    metadata: {
      plan_id: pricing.planId,
      renewal_notice_sha256: createHash('sha256').update(pricing.renewalNotice).digest('hex'),
    },
  });

  const invoice = async (id: string) => Object(await askProvider(funnel, 'GET', `/v1/invoices/${id}`));
  const first = await invoice(session.invoice);
  const paid = { status: 'paid', currency, subtotal: full };
  const begun = { ...paid, billing_reason: 'subscription_create', total: today, amount_paid: today };
  expect(first).toMatchObject(begun);

  const advance = `/sandbox/subscriptions/${session.subscription}/advance`;
  const renewal = await invoice(Object(await askProvider(funnel, 'POST', advance)).latest_invoice);
  const renewed = { ...paid, billing_reason: 'subscription_cycle', total: full, amount_paid: full };
  expect(renewal).toMatchObject(renewed);
  const [period, next] = [first.lines.data[0].period, renewal.lines.data[0].period];
  const seconds = pricing.days * 86_400;
  expect([period.end - period.start, next.end - next.start]).toEqual([seconds, seconds]);
  expect(next.start).toBe(period.end);
}
