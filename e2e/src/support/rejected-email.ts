import type { Page, Route } from '@playwright/test';

const message = 'Please enter a valid email address';

/** Responds as the service does if the payment provider rejects the email. */
export const rejectEmail = (route: Route): Promise<void> =>
  route.fulfill({
    status: 422,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'urn:problem:invalid-request',
      title: 'The request does not fit its schema',
      status: 422,
      code: 'invalid-request',
      detail: message,
      errors: [{ path: 'email', message }],
    }),
  });

export const buy = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();

/** Submits another email in the offer's dialog. */
export async function submitOtherEmail(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter your email' });
  await dialog.getByRole('textbox').fill(email);
  await dialog.getByRole('button', { name: 'Continue to Checkout' }).click();
}
