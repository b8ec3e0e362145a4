import { expect, type Locator, type Page } from '@playwright/test';

interface PlanFigures {
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

/** Amounts without their sign, the same in both currencies; written down from the product's description. */
const plans: readonly PlanFigures[] = [
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
  { currency: 'EUR', sign: '€', locale: 'de-DE' },
] as const;

export interface Sale extends PlanFigures {
  readonly currency: string;
  readonly sign: string;
  readonly locale: string;
  readonly renewalNotice: string;
}

/** Each plan in each currency, with the amounts as they are read. */
export const sales: readonly Sale[] = currencies.flatMap(({ currency, sign, locale }) =>
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

/** Every amount with cents that is shown or read out, each once. */
export async function amountsIn(part: Locator): Promise<string[]> {
  return [...new Set((await part.ariaSnapshot()).match(/[$€]\d[\d,]*\.\d\d/g))].toSorted();
}

export const buy = (page: Page): Locator =>
  page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first();

/** Chooses the plan on the offer, and expects its figures there. */
export async function choosePlan(page: Page, sale: Sale): Promise<void> {
  const card = page.getByRole('radio', { name: sale.name });
  await card.click();
  await expect(card).toBeChecked();
  await expect(card).toHaveAccessibleDescription(
    `Then ${sale.struck} every ${sale.period} Before: ${sale.struck} ${sale.today} ${sale.perDay} per day`,
  );
  await expect(page.getByText(`Charged today: ${sale.today}`)).toHaveCount(2);
  await expect(page.getByText(sale.renewalNotice)).toHaveCount(2);
  const nextCharge = page.getByText(`Next charge: ${sale.struck} on `).first();
  const [, date = ''] = / on (\w+ \d+, \d+),/.exec((await nextCharge.textContent()) ?? '') ?? [];
  const fromNowMs = Date.parse(date) - new Date().setHours(0, 0, 0, 0);
  expect(Math.round(fromNowMs / 86_400_000), date).toBe(sale.days);

  const known = sales
    .filter(({ currency }) => currency === sale.currency)
    .flatMap(({ today, struck, perDay }) => [today, struck, perDay]);
  expect(await amountsIn(page.getByRole('main'))).toEqual([...new Set(known)].toSorted());
}

/** The payment provider's own form charges and renews what the page says. */
export async function expectForm(page: Page, sale: Sale): Promise<void> {
  const form = page.frameLocator('iframe[title="Secure payment form"]').getByRole('main');
  await expect(form.getByRole('button', { name: `Pay ${sale.today} and subscribe` })).toBeVisible();
  await expect(form.getByText(sale.name)).toBeVisible();
  await expect(form.getByText(`Then ${sale.struck} every ${sale.period}, from `)).toBeVisible();
  expect(await amountsIn(form)).toEqual([sale.today, sale.struck].toSorted());
}

/** What the service confirms after payment. */
export async function expectPaid(page: Page, sale: Sale): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByText(`Thank you for purchasing the ${sale.name}.`)).toBeVisible();
  expect(await amountsIn(page.getByRole('main'))).toEqual([sale.today]);
}
