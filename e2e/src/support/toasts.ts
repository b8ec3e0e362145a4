import { expect, type Locator, type Page } from '@playwright/test';

/** The toasts of the page. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** The red of the product's errors. */
const destructive = 'rgb(179, 38, 30)';

/** There is one toast, marked as an error, with exactly this title and description. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toHaveCSS('border-top-color', destructive);
  await expect(toasts(page).getByText(title, { exact: true })).toBeVisible();
  await expect(toasts(page).getByText(description, { exact: true })).toBeVisible();
}

export async function closeToast(page: Page): Promise<void> {
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(0);
}

/** The page shows neither a toast nor an alert. */
export async function expectNoMessages(page: Page): Promise<void> {
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** The checkout shows its error box with exactly this message. */
export async function expectErrorBox(page: Page, message: string): Promise<void> {
  const box = page.getByRole('alert');
  await expect(box.getByText('Error', { exact: true })).toBeVisible();
  await expect(box.getByText(message, { exact: true })).toBeVisible();
}
