import type { Page } from '@playwright/test';

import {
  expectAnnounced,
  expectEnded,
  expectMyPlanLeadsToPlans,
  expectTimeLeft,
  offerMs,
  openOfferAt,
  seconds,
} from '../support/countdown.ts';
import { amountsIn, buy } from '../support/prices.ts';
import { expect, test } from '../support/funnel.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { cards, heading, mouse, pay, paymentForm } from '../support/journey.ts';

test.use({
  productName: 'an enforced offer',
  serviceEnv: { OFFER_EXPIRY: 'enforce' },
  viewport: { width: 390, height: 667 },
});

const fullNotice = '$39.99 every 4 weeks until canceled.';

/** The payment form is open for this price, which the service has set. */
async function expectOpen(page: Page, price: string): Promise<void> {
  await expect(paymentForm(page).getByRole('button', { name: 'Pay and subscribe' })).toBeVisible();
  await expect(page.getByText(`Total${price}`)).toBeVisible();
}

/** Opens the payment form from the current offer page. */
async function expectPrice(page: Page, price: string): Promise<void> {
  await buy(page).click();
  await expectOpen(page, price);
}

test('page and service use the promotional price while an enforced offer is active', async ({ page }) => {
  await page.goto('/final?email=early@example.com');
  await expect(page.getByText('Charged today: $19.99')).toHaveCount(2);
  await expectPrice(page, '$19.99');
});

test('page and service use the full price after an enforced offer has ended', async ({ page }) => {
  // The page's clock is behind the service's by the length of the offer, so the offer ends for both at the same moment.
  await openOfferAt(page, Date.now() - offerMs - seconds(1));
  await expect(page.getByText('Charged today: $19.99')).toHaveCount(2);
  await page.clock.runFor(offerMs);
  await expectEnded(page);
  await expectAnnounced(page, ['The discount has ended. Full prices apply now.']);
  await expectMyPlanLeadsToPlans(page);
  await expect(page.getByText('The discount has ended. Full prices apply now.')).toBeVisible();
  await expect(page.getByText('Special time-limited offer')).toBeHidden();
  await expect(page.getByText('Charged today: $39.99')).toHaveCount(2);
  await expect(page.getByText(fullNotice)).toHaveCount(2);
  await expect(page.getByRole('radio', { name: '4-WEEK PLAN' })).toHaveAccessibleName(
    'MOST POPULAR 4-WEEK PLAN Then $39.99 every 4 weeks $39.99 $1.43 per day',
  );
  const full = ['$13.86', '$1.98', '$39.99', '$1.43', '$79.99', '$0.95'];
  expect(await amountsIn(page.getByRole('main'))).toEqual(full.toSorted());

  await page.clock.resume();
  const opened = page.waitForResponse('/api/create-checkout');
  await buy(page).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('late@example.com');
  await page.getByRole('button', { name: 'Continue to Checkout' }).click();
  expect(await (await opened).json()).toMatchObject({ amountMinor: 3999, currency: 'USD' });
  await expectOpen(page, '$39.99');
  await expect(page.getByText(fullNotice)).toBeVisible();
  await page.getByText('Order Summary').click();
  await expect(page.getByText('Only $1.43 per day')).toBeVisible();
  await expect(page.getByText('Save $')).toHaveCount(0);
  expect(await amountsIn(page.getByRole('main'))).toEqual(['$1.43', '$39.99']);
});

const endedAtCheckout = 'The discount has ended. The full price applies now.';

test('the checkout says why its price has become the full price, and only then', async ({ page, funnel }) => {
  await page.goto('/final?email=surprised@example.com');
  await buy(page).click();
  await expectOpen(page, '$19.99');
  const notice = page.getByText(endedAtCheckout, { exact: true });
  await expect(notice).toHaveCount(0);

  await funnel.restart(offerMs);
  await page.goto('/final');
  await buy(page).click();
  await expectOpen(page, '$39.99');
  await expect(notice).toBeVisible();
  await expectAnnounced(page, [endedAtCheckout]);
  await funnel.restart(0);
});

test('after the offer has ended, an expired form shows the full price, which the next form charges', async ({
  page,
  context,
  funnel,
}) => {
  await page.clock.install();
  await page.goto('/final?email=overnight@example.com');
  await buy(page).click();
  await expectOpen(page, '$19.99');
  await expect(page.getByText('Loading payment form...')).toHaveCount(0);
  const otherTab = await context.newPage();
  await otherTab.goto('/checkout?email=replacing@example.com');
  await expectOpen(otherTab, '$19.99');

  await funnel.restart(offerMs);
  // The page may ask for its session at any time.
  const answer = await holdRequests(page, /\/api\/checkout-sessions\//);
  await page.clock.fastForward(offerMs);
  // The form charges its own price until it is known to have expired.
  await expect(page.getByText('Total$19.99')).toBeVisible();
  answer();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const reopen = page.getByRole('button', { name: 'Open a new payment form' });
  await expect(reopen).toBeVisible();
  await expect(page.getByText('Total$39.99')).toBeVisible();
  await expect(page.getByText(fullNotice)).toBeVisible();
  await expect(page.getByText(endedAtCheckout, { exact: true })).toBeVisible();
  await reopen.click();
  await expectOpen(page, '$39.99');
  await funnel.restart(0);
});

test('an expired form keeps its price beside a payment that was made in another tab', async ({
  page,
  context,
  funnel,
}) => {
  await page.clock.install();
  await page.goto('/final?email=paid-elsewhere@example.com');
  await buy(page).click();
  await expectOpen(page, '$19.99');
  await expect(page.getByText('Loading payment form...')).toHaveCount(0);
  const otherTab = await context.newPage();
  // The session of another email replaces the one of the page, and that of the same email is then a new one.
  for (const email of ['other', 'paid-elsewhere']) {
    await otherTab.goto(`/checkout?email=${email}@example.com`);
    await expectOpen(otherTab, '$19.99');
  }
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const reopen = page.getByRole('button', { name: 'Open a new payment form' });
  await expect(reopen).toBeVisible();
  await pay(otherTab, mouse, cards.good);
  await expect(heading(otherTab, 'Payment Successful!')).toBeVisible();

  await funnel.restart(offerMs);
  await page.clock.fastForward(offerMs);
  await expect(page.getByText('Total$39.99')).toBeVisible();
  await reopen.click();
  await expect(page.getByRole('button', { name: 'See your payment' })).toBeVisible();
  await expect(page.getByText('Total$19.99')).toBeVisible();
  await expect(page.getByText(endedAtCheckout, { exact: true })).toHaveCount(0);
  await funnel.restart(0);
});

/** Waits until the offer has ended for the service. */
async function endOffer(page: Page): Promise<void> {
  const reported = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/offer') && response.request().postData() === '{"remainingMs":0}',
  );
  await page.clock.runFor(offerMs);
  await reported;
  await expectEnded(page);
}

test('an ended offer stays ended without its cookie and with a forged one', async ({ page, context }) => {
  await openOfferAt(page, Date.now());
  await endOffer(page);
  await page.clock.resume();

  await context.clearCookies({ name: 'offer-deadline' });
  await page.goto('/final?email=removed@example.com');
  await expectEnded(page);
  await expect(page.getByText('Charged today: $39.99')).toHaveCount(2);
  await expectPrice(page, '$39.99');

  const inADay = await page.evaluate(() => Date.now() + 86_400_000);
  for (const value of [String(inADay), 'never']) {
    await context.addCookies([{ name: 'offer-deadline', value, url: page.url() }]);
    await page.goto('/final');
    await expectEnded(page);
    await expectPrice(page, '$39.99');
  }
});

test('the countdown adopts an earlier deadline from the service, but never a later one', async ({
  page,
  context,
}) => {
  await openOfferAt(page, Date.now());
  await page.clock.runFor(seconds(300));
  await expectTimeLeft(page, '04:57');
  await page.reload();
  await expectTimeLeft(page, '04:57');

  // Without the cookie the page starts at 9:57. The service has known the visit for only a few seconds.
  const shorter = await page.request.post('/api/offer', { data: { remainingMs: seconds(200) } });
  expect(await shorter.json()).toEqual({ remainingMs: seconds(200) });
  await context.clearCookies({ name: 'offer-deadline' });
  await page.reload();
  await expect(page.getByRole('timer')).toHaveText(/^Discount expires in 03:(20|[01]\d)$/);
});

test('an email keeps its ended offer in a visit without cookies', async ({ page, context, funnel }) => {
  await page.goto('/final?email=again@example.com');
  await expectPrice(page, '$19.99');
  await funnel.restart(offerMs);

  await context.clearCookies();
  await page.goto('/final?email=Again@example.com');
  await expect(page.getByText('Charged today: $19.99')).toHaveCount(2);
  await expectPrice(page, '$39.99');
  await page.goto('/final');
  await expectEnded(page);
  await funnel.restart(0);
});

test('the countdown uses the page’s clock while the service is unreachable', async ({ page }) => {
  await page.route('/api/offer', (route) => route.abort());
  await openOfferAt(page, Date.now());
  await page.clock.runFor(seconds(60));
  await expectTimeLeft(page, '08:57');
  await page.clock.runFor(offerMs);
  await expectEnded(page);
});
