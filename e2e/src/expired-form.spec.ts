import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { cards, heading, mouse, pay, paymentForm } from './support/journey.ts';
import { atBothSizes } from './support/sizes.ts';

const cardNumber = (page: Page) => paymentForm(page).getByRole('textbox', { name: 'Card number' });
// A headless browser shows every tab, so the change is only announced.
const returnTo = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const expired = (page: Page) =>
  page.getByRole('status').getByText('This payment form is no longer valid, and nothing was paid with it.');

async function openCheckout(page: Page, email: string): Promise<void> {
  await page.goto(`/checkout?email=${email}`);
  await expect(cardNumber(page)).toBeVisible();
}

test('a payment form that another tab has replaced says so and opens again with one press', async ({
  page,
  context,
}) => {
  await openCheckout(page, 'first@example.com');
  const otherTab = await context.newPage();
  await openCheckout(otherTab, 'second@example.com');

  await returnTo(page);
  await expect(expired(page)).toBeVisible();
  const reopen = page.getByRole('button', { name: 'Open a new payment form' });
  await atBothSizes(page, async () => {
    await expect(expired(page)).toBeVisible();
    await expect(reopen).toBeVisible();
  });
  await reopen.click();
  await expect(expired(page)).toBeHidden();
  await expect(cardNumber(page)).toBeVisible();

  // The same order uses the same session, which is now paid in the other tab.
  await openCheckout(otherTab, 'first@example.com');
  await pay(otherTab, mouse, cards.good);
  await expect(heading(otherTab, 'Payment Successful!')).toBeVisible();
  await returnTo(page);
  await expect(page).toHaveURL(/\/payment-success\?session_id=/);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
});

test('a payment form that is looked at again before the connection is back says soon that it is no longer valid', async ({
  page,
  context,
}) => {
  await openCheckout(page, 'first-unreachable@example.com');
  const otherTab = await context.newPage();
  await openCheckout(otherTab, 'second-unreachable@example.com');

  await page.route('**/api/checkout-sessions/*', (route) => route.abort('internetdisconnected'), {
    times: 1,
  });
  await returnTo(page);
  await expect(expired(page)).toBeVisible();
});

test('a payment form in the dialog that another tab has replaced opens again with one press', async ({
  context,
  strictFunnel,
}) => {
  const page = await context.newPage();
  const otherTab = await context.newPage();
  for (const [tab, email] of [
    [page, 'first-dialog@example.com'],
    [otherTab, 'second-dialog@example.com'],
  ] as const) {
    await tab.goto(`${strictFunnel.url}/final?email=${email}`);
    await tab.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
    await expect(cardNumber(tab)).toBeVisible();
  }
  await returnTo(page);
  await expect(expired(page)).toBeVisible();
  await page.getByRole('button', { name: 'Open a new payment form' }).click();
  await expect(expired(page)).toBeHidden();
  await expect(cardNumber(page)).toBeVisible();
});

test('a payment form that stays in view finds out within ten minutes that it is no longer valid, and keeps the focus', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await openCheckout(page, 'first-waiting@example.com');
  await cardNumber(page).focus();
  const otherTab = await context.newPage();
  await openCheckout(otherTab, 'second-waiting@example.com');

  await page.clock.runFor(9 * 60_000);
  await expect(cardNumber(page)).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(expired(page)).toBeVisible();
  await expect(page.locator(':focus')).toContainText('This payment form is no longer valid');
});
