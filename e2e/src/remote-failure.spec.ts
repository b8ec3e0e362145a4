import type { Locator, Page } from '@playwright/test';

import { collectEvents } from './support/events.ts';
import { faults, recoveryTimeout, throwsWhenShown } from './support/faults.ts';
import { expect, test } from './support/funnel.ts';
import { heading, submitEmail, mouse, paymentForm } from './support/journey.ts';
import { expectNothingToSee } from './support/webhook-events.ts';

interface Outage {
  readonly remote: string;
  /** To the moment in which the remote is needed, in the middle of a visit. */
  readonly comeNear: (page: Page) => Promise<unknown>;
  /** What says that it is not there. */
  readonly message: (page: Page) => Locator;
  readonly recovered: (page: Page) => Locator;
}

const panel = (page: Page) => heading(page, 'This page could not be loaded');
// A file that hangs is fetched ahead, too, so the page is never done loading.
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

const outages: readonly Outage[] = [
  {
    remote: 'mfe-quiz',
    async comeNear(page) {
      await open(page, '/nowhere');
      await page.getByRole('link', { name: 'Return to Home' }).click();
    },
    message: panel,
    recovered: (page) => heading(page, '28-Day Trading Challenge'),
  },
  {
    remote: 'mfe-pricing',
    async comeNear(page) {
      await open(page, '/step-17');
      await page.getByRole('textbox', { name: 'Your email address' }).waitFor();
      await submitEmail(page, mouse, 'waiting@example.com');
    },
    message: panel,
    recovered: (page) => heading(page, 'Your personalized trading plan'),
  },
  {
    remote: 'mfe-checkout',
    async comeNear(page) {
      await open(page, '/final?email=waiting@example.com');
      await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
    },
    message: panel,
    recovered: (page) => heading(page, 'Complete Your Order'),
  },
  {
    remote: 'mfe-legal',
    async comeNear(page) {
      await open(page, '/final');
      await page.getByRole('button', { name: 'Terms and Conditions' }).first().click();
    },
    message: (page) => page.getByRole('alert').getByText('The legal texts could not be loaded.'),
    recovered: (page) => page.getByRole('dialog').getByRole('tab', { name: 'Terms' }),
  },
];

for (const { remote, comeNear, message, recovered } of outages) {
  for (const { name, inject, clear } of faults) {
    test(`${remote}, ${name}: a readable message, and trying again works`, async ({ page }) => {
      await inject(page, new RegExp(`^/remotes/${remote}/`));
      await comeNear(page);
      await expect(message(page)).toBeVisible(recoveryTimeout);

      if (!clear) return;
      await clear(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(recovered(page)).toBeVisible(recoveryTimeout);
    });
  }
}

test('a legal popup that throws leaves the offer as it is, and is told of as the failure that it is', async ({
  page,
}) => {
  const events = collectEvents(page);
  await throwsWhenShown.inject(page, /^\/remotes\/mfe-legal\//);
  await open(page, '/final');
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

test('conditions that throw leave a half-filled payment form as it is', async ({ page }) => {
  await throwsWhenShown.inject(page, /^\/remotes\/mfe-legal\//);
  await open(page, '/checkout?email=half@example.com');
  const card = paymentForm(page).getByRole('textbox', { name: 'Card number' });
  await card.fill('4242');
  await page.getByRole('button', { name: 'See the refund conditions' }).click();
  await expect(page.getByRole('alert')).toContainText('The conditions could not be loaded.');
  await throwsWhenShown.clear(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  const popup = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(popup.getByRole('tab', { name: 'Subscription', selected: true })).toBeVisible();
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(card).toHaveValue('4242');
});

test('every call answers 503 while pages are served: the visitor comes to the payment, reads why not, and pays later', async ({
  page,
}) => {
  const busy = () =>
    page.route('/api/**', (route) => route.fulfill({ status: 503, headers: { 'retry-after': '1' } }));
  await busy();
  await page.goto('/step-17');
  await submitEmail(page, mouse, 'patient@example.com');
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible(recoveryTimeout);
  await expectNothingToSee(page);
  await page.getByRole('button', { name: 'Terms and Conditions' }).first().click();
  const popup = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(popup.getByRole('tab', { name: 'Terms' })).toBeVisible(recoveryTimeout);
  await popup.getByRole('button', { name: 'Close' }).click();
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
