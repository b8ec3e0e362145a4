import type { Locator, Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { heading, paymentForm } from './support/journey.ts';
import { buy, emailRefusal, giveOtherEmail } from './support/rejected-email.ts';
import { expectErrorBox, toasts } from './support/webhook-events.ts';

test.use({ productName: 'a dialog that fails', serviceEnv: { CHECKOUT_PRESENTATION: 'dialog' } });

const failure = 'An unexpected error occurred. Please try again.';
const problem = {
  type: 'about:blank',
  title: 'Oh no',
  status: 502,
  code: 'internal',
  detail: 'Inside words',
};

test('a session that fails in the payment dialog is one plain sentence, and Retry works', async ({
  page,
}) => {
  await page.route('/api/create-checkout', (route) =>
    route.fulfill({
      status: 502,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    }),
  );
  await page.goto('/final?email=dialog@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expectErrorBox(page, failure);
  await expect(page.getByText('Inside words')).toBeHidden();
  await expect(page).toHaveURL('/final');

  await page.unroute('/api/create-checkout');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

test('a checkout that cannot be loaded is the same sentence, and trying again works', async ({ page }) => {
  await page.route(/\/remotes\/mfe-checkout\//, (route) => route.abort());
  await page.goto('/final?email=dialog@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expectErrorBox(page, failure);
  await expect(heading(page, 'Your personalized trading plan')).toBeAttached();

  await page.unroute(/\/remotes\/mfe-checkout\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

test('an address that is refused in the payment dialog is asked for again at once', async ({ page }) => {
  await page.route('/api/create-checkout', (route) => {
    const { email }: { email: string } = route.request().postDataJSON();
    return email === 'good@example.com' ? route.continue() : emailRefusal(route);
  });
  await page.goto('/final?email=vera@example..com');
  await buy(page);
  for (const typed of ['vera@example..com', 'good@example.com']) {
    await expectErrorBox(page, 'Please enter a valid email address');
    await page.getByRole('button', { name: 'Back to your plan' }).click();
    await giveOtherEmail(page, typed);
  }
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

const emailDialog = (page: Page) => page.getByRole('dialog', { name: 'Enter your email' });

/** A press that reaches whatever lies there. */
async function pressAt(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
}

test('a press beside the e-mail dialog, on its message too, loses nothing of what was typed', async ({
  page,
}) => {
  await page.goto('/final');
  await buy(page);
  await giveOtherEmail(page, 'visitor@gmial');
  await pressAt(page, toasts(page).getByRole('button', { name: 'Close' }));
  await page.mouse.click(5, 5);
  await expect(emailDialog(page).getByRole('textbox')).toHaveValue('visitor@gmial');

  await page.keyboard.press('Escape');
  await expect(emailDialog(page)).toBeHidden();
  await buy(page);
  await emailDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(emailDialog(page)).toBeHidden();
});

test('a press beside the payment dialog leaves the form, and what was typed into it', async ({ page }) => {
  await page.goto('/final?email=dialog@example.com');
  await buy(page);
  const card = paymentForm(page).getByRole('textbox', { name: 'Card number' });
  await card.pressSequentially('4242');
  await page.mouse.click(5, 5);
  await expect(card).toHaveValue('4242');

  await page.getByRole('dialog', { name: 'Payment Details' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});
