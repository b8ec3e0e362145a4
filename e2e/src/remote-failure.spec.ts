import type { Locator, Page } from '@playwright/test';

import { collectEvents } from './support/events.ts';
import { faults, recoveryTimeout, throwsWhenShown } from './support/faults.ts';
import { expect, test } from './support/funnel.ts';
import { holdRequests } from './support/hold-requests.ts';
import { heading, submitEmail, mouse, paymentForm } from './support/journey.ts';
import { openAppWithoutFile, stopClockFromStart } from './support/open-app.ts';
import { expectNoMessages } from './support/toasts.ts';

interface RemoteUse {
  readonly remote: string;
  /** Opens the page up to the point where the remote is needed. */
  readonly openUntilNeeded: (page: Page) => Promise<unknown>;
  readonly hasStyleInDocument?: true;
  /** The message that the remote could not be loaded. */
  readonly message: (page: Page) => Locator;
  readonly recovered: (page: Page) => Locator;
}

const panel = (page: Page) => heading(page, 'This page could not be loaded');
const remoteUses: readonly RemoteUse[] = [
  {
    remote: 'mfe-quiz',
    // The link opens another document, which contains the style sheet.
    hasStyleInDocument: true,
    async openUntilNeeded(page) {
      await openAppWithoutFile(page, '/nowhere');
      await page.getByRole('link', { name: 'Return to Home' }).click();
    },
    message: panel,
    recovered: (page) => heading(page, '28-Day Trading Challenge'),
  },
  {
    remote: 'mfe-pricing',
    async openUntilNeeded(page) {
      await openAppWithoutFile(page, '/step-17');
      await page.getByRole('textbox', { name: 'Your email address' }).waitFor();
      await submitEmail(page, mouse, 'waiting@example.com');
    },
    message: panel,
    recovered: (page) => heading(page, 'Your personalized trading plan'),
  },
  {
    remote: 'mfe-checkout',
    async openUntilNeeded(page) {
      await openAppWithoutFile(page, '/final?email=waiting@example.com');
      await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
    },
    message: panel,
    recovered: (page) => heading(page, 'Complete Your Order'),
  },
  {
    remote: 'mfe-legal',
    async openUntilNeeded(page) {
      await openAppWithoutFile(page, '/final');
      await page.getByRole('button', { name: 'Terms and Conditions' }).first().click();
    },
    message: (page) => page.getByRole('alert').getByText('The legal texts could not be loaded.'),
    recovered: (page) => page.getByRole('dialog').getByRole('tab', { name: 'Terms' }),
  },
];

for (const { remote, openUntilNeeded, message, recovered, hasStyleInDocument } of remoteUses) {
  for (const { name, inject, clear, arrivesLate } of faults.filter(
    (fault) => !(hasStyleInDocument && fault.isOfStyle),
  )) {
    test(`${remote}, ${name}: shows a readable message, and retrying works`, async ({ page }) => {
      await inject(page, new RegExp(`^/remotes/${remote}/`));
      await openUntilNeeded(page);
      await expect(message(page)).toBeVisible(recoveryTimeout);

      if (!clear) return;
      await clear(page);
      // A page is shown when its files arrive. A dialog waits for the click.
      if (!arrivesLate || message !== panel) await page.getByRole('button', { name: 'Try again' }).click();
      await expect(recovered(page)).toBeVisible(recoveryTimeout);
    });
  }
}

test('a legal dialog that throws leaves the offer intact and is reported as a failure', async ({ page }) => {
  const events = collectEvents(page);
  await throwsWhenShown.inject(page, /^\/remotes\/mfe-legal\//);
  await openAppWithoutFile(page, '/final');
  await page.getByRole('radio', { name: /12-WEEK PLAN/ }).check();
  for (const opener of ['Terms and Conditions', 'Privacy Policy']) {
    await page.getByRole('button', { name: opener }).last().click();
    await expect(page.getByRole('alert').getByText('The legal texts could not be loaded.')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
  }
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  await expect(page.getByRole('radio', { name: /12-WEEK PLAN/ })).toBeChecked();

  const failures = () => events.filter(({ name }) => name === 'ResourceFailed');
  await expect.poll(failures).toHaveLength(2);
  for (const failure of failures()) expect(failure).toMatchObject({ remote: 'mfe-legal', path: '/final' });
});

test('legal texts that throw leave a half-filled payment form intact', async ({ page }) => {
  await throwsWhenShown.inject(page, /^\/remotes\/mfe-legal\//);
  await openAppWithoutFile(page, '/checkout?email=half@example.com');
  const card = paymentForm(page).getByRole('textbox', { name: 'Card number' });
  await card.fill('4242');
  await page.getByRole('button', { name: 'See the refund conditions' }).click();
  const message = page.getByRole('alert').getByText('The conditions could not be loaded.');
  await expect(message).toContainText('write to support@candela.example');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(message).toHaveCount(0);
  await page.getByRole('button', { name: 'See the refund conditions' }).click();
  await expect(message).toBeVisible();
  await throwsWhenShown.clear(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  const legalDialog = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(legalDialog.getByRole('tab', { name: 'Subscription', selected: true })).toBeVisible();
  await legalDialog.getByRole('button', { name: 'Close' }).click();
  await expect(card).toHaveValue('4242');
});

test('while every API call returns 503, the visitor reaches the payment, reads a message, and pays later', async ({
  page,
}) => {
  const busy = () =>
    page.route('/api/**', (route) => route.fulfill({ status: 503, headers: { 'retry-after': '1' } }));
  await busy();
  await page.goto('/step-17');
  await submitEmail(page, mouse, 'patient@example.com');
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible(recoveryTimeout);
  await expectNoMessages(page);
  await page.getByRole('button', { name: 'Terms and Conditions' }).first().click();
  const legalDialog = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(legalDialog.getByRole('tab', { name: 'Terms' })).toBeVisible(recoveryTimeout);
  await legalDialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(page.getByRole('alert').getByText('An error occurred')).toBeVisible(recoveryTimeout);

  await page.unroute('/api/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await busy();
  await page.goto('/payment-success?session_id=cs_test_unknown');
  await expect(heading(page, 'Confirming your payment')).toBeVisible(recoveryTimeout);
  await page.unroute('/api/**');
  await expect(heading(page, 'We could not find this payment')).toBeVisible();
});

test('the bar of the page is shown while the checkout loads from the offer, which has its own', async ({
  page,
}) => {
  await holdRequests(page, /\/remotes\/mfe-checkout\//);
  await stopClockFromStart(page);
  await openAppWithoutFile(page, '/final?email=waiting@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(heading(page, 'Loading…')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('the message that a page could not be loaded has neither arrow nor progress above it', async ({
  page,
}) => {
  await page.route(/\/remotes\/mfe-pricing\//, (route) => route.abort());
  await openAppWithoutFile(page, '/step-17');
  await submitEmail(page, mouse, 'stranded@example.com');
  await expect(panel(page)).toBeVisible(recoveryTimeout);
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Candela, to the start' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Back' })).toHaveCount(0);
  await expect(bar.getByRole('progressbar')).toHaveCount(0);
});

test('a page that could not be loaded in time is shown when it arrives, without a click', async ({
  page,
}) => {
  const arrive = await holdRequests(page, /\/remotes\/mfe-pricing\//);
  await openAppWithoutFile(page, '/step-17');
  await submitEmail(page, mouse, 'late@example.com');
  await expect(panel(page)).toBeVisible(recoveryTimeout);
  arrive();
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible(recoveryTimeout);
});

test('a page that could not be loaded offline loads when the connection is back, without a click', async ({
  page,
  context,
}) => {
  await page.route(/\/remotes\/mfe-pricing\//, (route) => route.abort());
  await openAppWithoutFile(page, '/step-17');
  await context.setOffline(true);
  await submitEmail(page, mouse, 'offline@example.com');
  await expect(panel(page)).toBeVisible(recoveryTimeout);
  await page.unrouteAll();
  await context.setOffline(false);
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible(recoveryTimeout);
});

test('a dialog that could not be loaded offline opens when the connection is back, without a click', async ({
  page,
  context,
}) => {
  await page.route(/\/remotes\/mfe-legal\//, (route) => route.abort());
  await openAppWithoutFile(page, '/final');
  await page.getByRole('button', { name: 'Terms and Conditions' }).last().click();
  const message = page.getByRole('alert').getByText('The legal texts could not be loaded.');
  await expect(message).toBeVisible();
  await context.setOffline(true);
  await page.unrouteAll();
  const failedOffline = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await failedOffline;
  await expect(message).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Terms' })).toBeVisible(recoveryTimeout);
});
