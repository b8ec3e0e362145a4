import type { Locator, Page } from '@playwright/test';

import { boxOf } from '../support/box.ts';
import { dialogProduct, expect, test } from '../support/funnel.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { heading, paymentForm } from '../support/journey.ts';
import { agreement } from '../support/purchase-texts.ts';
import { buy, rejectEmail, submitOtherEmail } from '../support/rejected-email.ts';
import { expectErrorBox, toasts } from '../support/toasts.ts';

test.use(dialogProduct);
// One worker runs both files with this product, one after the other.
test.describe.configure({ lock: dialogProduct.productName });

const paymentDialog = (page: Page) => page.getByRole('dialog', { name: 'Payment Details' });

const failure = 'An unexpected error occurred. Please try again.';
const problem = {
  type: 'about:blank',
  title: 'Oh no',
  status: 502,
  code: 'internal',
  detail: 'Inside words',
};

test('the payment dialog shows one message if the session fails, Retry works, and the agreement opens its texts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const answer = await holdRequests(page, '/api/create-checkout', (route) =>
    route.fulfill({
      status: 502,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    }),
  );
  await page.goto('/final?email=dialog@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(paymentDialog(page).getByRole('status')).toHaveText('Loading payment form...');
  answer();
  await expectErrorBox(page, failure);
  await expect(page.getByText('Inside words')).toBeHidden();
  await expect(paymentDialog(page).getByText('$19.99 charged today.')).toBeVisible();
  await expect(page).toHaveURL('/final');

  await page.unroute('/api/create-checkout');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await expect(paymentDialog(page).getByRole('status')).toHaveCount(0);
  await expect(paymentDialog(page).getByText(agreement)).toBeVisible();
  await expect(paymentForm(page).getByText(agreement)).toBeVisible();
  const link = paymentDialog(page).getByRole('button', { name: 'Terms and Conditions' });
  await link.click();
  await expect(page.getByRole('tab', { name: 'Terms', selected: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

test('the payment dialog shows the same message if the checkout cannot be loaded, and retrying works', async ({
  page,
}) => {
  await page.route(/\/remotes\/mfe-checkout\//, (route) => route.abort());
  await page.goto('/final?email=dialog@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expectErrorBox(page, failure);
  await expect(heading(page, 'Your personalized trading plan')).toBeAttached();

  await page.unroute(/\/remotes\/mfe-checkout\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

test('the payment dialog asks for another email if the provider rejects it', async ({ page }) => {
  await page.route('/api/create-checkout', (route) => {
    const { email }: { email: string } = route.request().postDataJSON();
    return email === 'good@example.com' ? route.continue() : rejectEmail(route);
  });
  await page.goto('/final?email=vera@example..com');
  const welcome = page.getByText('Your email is already set for checkout.');
  await expect(welcome).toBeVisible();
  await buy(page);
  for (const typed of ['vera@example..com', 'good@example.com']) {
    await expectErrorBox(page, 'Please enter a valid email address');
    await page.getByRole('button', { name: 'Back to your plan' }).click();
    await expect(welcome).toHaveCount(0);
    await submitOtherEmail(page, typed);
  }
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

const emailDialog = (page: Page) => page.getByRole('dialog', { name: 'Enter your email' });

/** Clicks a point of the page, whatever element is there. */
async function pressAt(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(target);
  await page.mouse.click(x + width / 2, y + height / 2);
}

test('a click outside the email dialog, or on its message, keeps the typed text', async ({ page }) => {
  await page.goto('/final');
  await buy(page);
  await submitOtherEmail(page, 'visitor@gmial');
  await pressAt(page, toasts(page).getByRole('button', { name: 'Close' }));
  await page.mouse.click(5, 5);
  await expect(emailDialog(page).getByRole('textbox')).toHaveValue('visitor@gmial');

  await page.keyboard.press('Escape');
  await expect(emailDialog(page)).toBeHidden();
  await buy(page);
  await emailDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(emailDialog(page)).toBeHidden();
});

test('the payment dialog is 500 × 650 px on a desktop and fills a small screen; a click outside keeps the typed text', async ({
  page,
}) => {
  await page.goto('/final?email=dialog@example.com');
  await buy(page);
  const card = paymentForm(page).getByRole('textbox', { name: 'Card number' });
  await card.pressSequentially('4242');
  await page.mouse.click(5, 5);
  await expect(card).toHaveValue('4242');

  expect(await boxOf(paymentDialog(page))).toMatchObject({ width: 500, height: 650 });
  await page.setViewportSize({ width: 390, height: 844 });
  const { width, height } = await boxOf(paymentDialog(page));
  expect(width).toBeGreaterThan(0.9 * 390);
  expect(height).toBeGreaterThan(0.9 * 844);

  await paymentDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});
