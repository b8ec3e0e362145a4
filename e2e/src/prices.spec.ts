import { expectWholeScreen, stopClock } from './support/open-app.ts';
import {
  amountsIn,
  buy,
  choosePlan,
  expectCharges,
  expectForm,
  expectPaid,
  pricings,
  waysToCancel,
} from './support/prices.ts';
import { expect, test } from './support/funnel.ts';
import { cards, heading, mouse, pay } from './support/journey.ts';

for (const pricing of pricings) {
  test.describe(`${pricing.name} in ${pricing.currency}`, () => {
    test.use({ locale: pricing.locale });

    test('has the same prices on the offer, at the checkout, in the form, after payment and in both invoices', async ({
      page,
      funnel,
    }) => {
      const email = `${pricing.planId}-${pricing.currency}@example.com`;
      await page.goto(`/final?email=${email}`);
      await choosePlan(page, pricing);

      await buy(page).click();
      await expect(page).toHaveURL('/checkout');
      const main = page.getByRole('main');
      await expectForm(page, pricing);
      for (const text of [
        pricing.name,
        `Only ${pricing.perDay} per day`,
        `Save ${pricing.save}`,
        email,
        pricing.planId,
        'The total is charged today.',
      ])
        await expect(main.getByText(text, { exact: true })).toBeVisible();
      await expect(main.getByText(pricing.renewalNotice)).toBeVisible();
      await expect(main.getByText(waysToCancel)).toBeVisible();
      const price = main.getByText(`Original price ${pricing.struck} ${pricing.today}`);
      await expect(price).toBeVisible();
      await expect(main.getByText(`Total${pricing.today}`)).toBeVisible();
      const shown = [pricing.today, pricing.struck, pricing.perDay, pricing.save];
      expect(await amountsIn(main)).toEqual([...new Set(shown)].toSorted());

      await pay(page, mouse, cards.good);
      await expectPaid(page, pricing);
      await expectCharges(page, funnel, pricing);
    });
  });
}

test('the 4-week plan is selected by default and the only one marked most popular; keys and clicks on a card change the selection', async ({
  page,
}) => {
  await page.goto('/final');
  const plan = (name: string) => page.getByRole('radio', { name });
  await expect(page.getByRole('radio')).toHaveCount(3);
  await expect(plan('4-WEEK PLAN')).toBeChecked();
  await expect(page.getByText('MOST POPULAR')).toHaveCount(1);
  await expect(plan('4-WEEK PLAN').getByText('MOST POPULAR')).toBeVisible();

  await plan('4-WEEK PLAN').focus();
  for (const [key, name, charge] of [
    ['ArrowDown', '12-WEEK PLAN', 'Charged today: $39.99'],
    ['ArrowDown', '1-WEEK PLAN', 'Charged today: $6.93'],
    ['ArrowUp', '12-WEEK PLAN', 'Charged today: $39.99'],
    ['ArrowLeft', '4-WEEK PLAN', 'Charged today: $19.99'],
  ] as const) {
    // The shortest press: the key is up again before the page has handled it.
    await page.keyboard.press(key);
    await expect(plan(name)).toBeChecked();
    await expect(plan(name)).toBeFocused();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
    await expect(page.getByText(charge)).toHaveCount(2);
  }
  await plan('1-WEEK PLAN').getByText('$0.99 per day').click();
  await expect(plan('1-WEEK PLAN')).toBeChecked();
  await expect(page.getByText('Charged today: $6.93')).toHaveCount(2);
});

test('the next charge is counted from today, also in a tab that was left open or restored', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.goto('/final');
  await stopClock(page, '2026-05-01T13:00:00');
  const nextCharge = (date: string) => page.getByText(`Next charge: $39.99 on ${date}.`);
  await expect(nextCharge('May 29, 2026')).toHaveCount(2);

  await page.clock.setSystemTime('2026-05-02T09:00:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(nextCharge('May 30, 2026')).toHaveCount(2);

  await page.clock.setSystemTime('2026-05-04T09:00:00');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(nextCharge('June 1, 2026')).toHaveCount(2);
  await expect(page.getByRole('timer')).toHaveCount(0);
});

test('the next charge is counted from today, also in a tab that stays in view after midnight', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-05-01T22:00:00' });
  await page.goto('/final');
  await stopClock(page, '2026-05-01T23:00:00');
  const nextCharge = (date: string) => page.getByText(`Next charge: $39.99 on ${date}.`);
  await expect(nextCharge('May 29, 2026')).toHaveCount(2);
  await page.clock.fastForward('01:05:00');
  await expect(nextCharge('May 30, 2026')).toHaveCount(2);
});

test('the currency of a visit is set once, by the link if it names one', async ({ page }) => {
  await page.goto('/final?currency=EUR');
  for (const address of ['/final', '/final?currency=USD', '/checkout?currency=USD']) {
    await page.goto(address);
    await expect(page.getByText('€19.99').first()).toBeVisible();
    await expectWholeScreen(page);
    const amounts = await amountsIn(page.getByRole('main'));
    expect(amounts.filter((amount) => !amount.startsWith('€'))).toEqual([]);
  }
  // The goals are texts, not amounts of the visit.
  await page.goto('/step-12');
  for (const goal of ['$30,000 - $50,000', '$50,000 - $100,000', 'More than $100,000'])
    await expect(page.getByRole('button', { name: goal, exact: true })).toBeVisible();
  await page.goto('/payment-success');
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  expect(await amountsIn(page.getByRole('main'))).toEqual([]);
});
