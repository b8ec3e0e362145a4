import type { Locator, Page } from '@playwright/test';

import { boxOf } from './support/box.ts';
import { expect, test } from './support/funnel.ts';
import { openState } from './support/states.ts';
import { toasts } from './support/toasts.ts';

/** The toast covers none of these parts. */
async function expectUncovered(page: Page, parts: readonly Locator[]): Promise<void> {
  await expect(toasts(page)).toBeVisible();
  const toast = await boxOf(toasts(page));
  for (const part of parts) {
    const box = await boxOf(part);
    const isApart =
      box.bottom <= toast.y || box.y >= toast.bottom || box.right <= toast.x || box.x >= toast.right;
    expect(isApart, `${part} at ${box.y} to ${box.bottom}, toast at ${toast.y} to ${toast.bottom}`).toBe(
      true,
    );
  }
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const fieldError = (page: Page) => page.getByRole('main').getByText('Please enter a valid email address');

for (const viewport of [
  { width: 320, height: 553 },
  { width: 320, height: 640 },
  { width: 375, height: 667 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]) {
  test.describe(`at ${viewport.width} × ${viewport.height} px`, () => {
    test.use({ viewport });

    test('a message of the email step covers neither bar, nor heading, nor field', async ({ page }) => {
      await openState(page, 'email invalid');
      const field = page.getByRole('textbox', { name: 'Your email address' });
      await expectUncovered(page, [page.getByRole('banner'), title(page), field, fieldError(page)]);
    });

    test('a message of a dialog covers neither its title nor its field', async ({ page }) => {
      await openState(page, 'email dialog');
      const dialog = page.getByRole('dialog', { name: 'Enter your email' });
      await dialog.getByRole('button', { name: 'Continue to Checkout' }).click();
      await expectUncovered(page, [
        page.getByRole('button', { name: 'MY PLAN', includeHidden: true }),
        dialog.getByRole('heading'),
        dialog.getByRole('textbox'),
        dialog.getByText('Please enter a valid email address'),
      ]);
    });

    // On a lower window the button is below the fold.
    if (viewport.height >= 640) {
      test('a message that the service is unreachable does not cover the button', async ({ page }) => {
        await openState(page, 'checkout, service out of reach');
        await expectUncovered(page, [page.getByRole('button', { name: 'Retry' })]);
      });
    }

    test('a message of the checkout covers neither bar, nor heading, nor the error', async ({ page }) => {
      await page.goto('/checkout');
      const message = page.getByRole('alert').getByText('Email is required for checkout', { exact: true });
      await expectUncovered(page, [page.getByRole('banner'), title(page), message]);
    });
  });
}
