import { expect, type Locator, type Page } from '@playwright/test';

/** The short messages over the page. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** Exactly one message, with exactly these words. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page).getByText(title, { exact: true })).toBeVisible();
  await expect(toasts(page).getByText(description, { exact: true })).toBeVisible();
}

export async function closeToast(page: Page): Promise<void> {
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(0);
}

/** Nothing on the page says that something went wrong. */
export async function expectNothingToSee(page: Page): Promise<void> {
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** The error box of the checkout, with exactly this message. */
export async function expectErrorBox(page: Page, message: string): Promise<void> {
  const box = page.getByRole('alert');
  await expect(box.getByText('Error', { exact: true })).toBeVisible();
  await expect(box.getByText(message, { exact: true })).toBeVisible();
}
