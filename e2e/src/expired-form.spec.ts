import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { cards, heading, mouse, pay, paymentForm } from './support/journey.ts';
import { stopClock } from './support/open-app.ts';
import { atBothSizes } from './support/sizes.ts';

const cardNumber = (page: Page) => paymentForm(page).getByRole('textbox', { name: 'Card number' });
// A headless browser shows every tab, so the change is only announced.
const returnTo = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const expired = (page: Page) =>
  page.getByRole('status').getByText('This payment form is no longer valid, and nothing was paid with it.');

async function openCheckout(page: Page, email: string): Promise<void> {
  await page.goto(`/checkout?email=${email}`);
  await expect(cardNumber(page)).toBeVisible();
  // Until then a jump of the clock looks like a form that does not load.
  await expect(page.getByText('Loading payment form...')).toHaveCount(0);
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
  await expect(page.getByText('$19.99 charged today.')).toBeVisible();
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

/** Records the page's requests for the state of its checkout session. */
function recordChecks(page: Page): string[] {
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/checkout-sessions/'))
      checks.push(request.url());
  });
  return checks;
}

test('a payment form that is out of sight does not ask whether it is still valid', async ({ page }) => {
  await page.clock.install();
  await openCheckout(page, 'hidden@example.com');
  const checks = recordChecks(page);
  // A headless browser shows every tab.
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true }),
  );
  await returnTo(page);
  await page.clock.runFor(30 * 60_000);
  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
  expect(checks).toEqual([]);

  await returnTo(page);
  await expect.poll(() => checks).toHaveLength(1);
});

test('a payment form that is looked at twice without a connection asks once a time', async ({ page }) => {
  await page.clock.install();
  await openCheckout(page, 'looked-at-twice@example.com');
  // Otherwise the second check would be repeated on a slow machine before both are counted.
  await stopClock(page, Date.now() + 10_000);
  const checks = recordChecks(page);
  let failed = 0;
  page.on('requestfailed', () => failed++);
  await page.route('**/api/checkout-sessions/*', (route) => route.abort('internetdisconnected'));
  await returnTo(page);
  await returnTo(page);
  await expect.poll(() => failed).toBe(2);
  // Only the second check is repeated.
  await page.clock.runFor(1000);
  await expect.poll(() => failed).toBeGreaterThan(2);
  expect(checks).toHaveLength(3);
});
