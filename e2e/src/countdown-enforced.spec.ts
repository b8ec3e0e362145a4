import { expectEnded, expectMyPlanLeadsToPlans, offerMs, openOfferAt, seconds } from './support/countdown.ts';
import { amountsIn, buy } from './support/figures.ts';
import { expect, test } from './support/funnel.ts';
import { paymentForm } from './support/journey.ts';

test.use({
  productName: 'an enforced offer',
  serviceEnv: { OFFER_EXPIRY: 'enforce' },
  viewport: { width: 390, height: 844 },
});

const fullNotice = 'First 4 weeks at $39.99, then $39.99 every 4 weeks until canceled.';

test('while an enforced offer runs, page and service have the promotional price', async ({ page }) => {
  await page.goto('/final?email=early@example.com');
  await expect(page.getByText('Charged today: $19.99')).toHaveCount(2);
  await buy(page).click();
  await expect(paymentForm(page).getByRole('button', { name: 'Pay $19.99 and subscribe' })).toBeVisible();
});

test('when an enforced offer ends, the page shows the full price and the service charges it', async ({
  page,
}) => {
  // The page's clock is behind the service's by the length of the offer, so that both see the end now.
  await openOfferAt(page, Date.now() - offerMs - seconds(1));
  await expect(page.getByText('Charged today: $19.99')).toHaveCount(2);
  await page.clock.runFor(offerMs);
  await expectEnded(page);
  await expectMyPlanLeadsToPlans(page);
  await expect(
    page.getByText('The discount has ended. The plans below show their full prices.'),
  ).toBeVisible();
  await expect(page.getByText('Special time-limited offer')).toBeHidden();
  await expect(page.getByText('Charged today: $39.99')).toHaveCount(2);
  await expect(page.getByText(fullNotice)).toHaveCount(2);
  await expect(page.getByRole('radio', { name: '4-WEEK PLAN' })).toHaveAccessibleDescription(
    'Then $39.99 every 4 weeks $39.99 $1.43 per day',
  );
  const full = ['$13.86', '$1.98', '$39.99', '$1.43', '$79.99', '$0.95'];
  expect(await amountsIn(page.getByRole('main'))).toEqual(full.toSorted());

  await page.clock.resume();
  const opened = page.waitForResponse('/api/create-checkout');
  await buy(page).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('late@example.com');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  expect(await (await opened).json()).toMatchObject({ amountMinor: 3999, currency: 'USD' });
  await expect(paymentForm(page).getByRole('button', { name: 'Pay $39.99 and subscribe' })).toBeVisible();
  await expect(page.getByText('$39.99 charged today.')).toBeVisible();
  await expect(page.getByText(fullNotice)).toBeVisible();
  await page.getByText('Order Summary').click();
  await expect(page.getByText('Only $1.43 per day')).toBeVisible();
  await expect(page.getByText('Save $')).toHaveCount(0);
  expect(await amountsIn(page.getByRole('main'))).toEqual(['$1.43', '$39.99']);
});
