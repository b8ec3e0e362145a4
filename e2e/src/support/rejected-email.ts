import type { Page, Route } from '@playwright/test';

const message = 'Please enter a valid email address';

/** What the service says of an address that the payment provider refuses. */
export const emailRefusal = (route: Route): Promise<void> =>
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

/** In the dialog of the offer that asks for it. */
export async function giveOtherEmail(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter your email' });
  await dialog.getByRole('textbox').fill(email);
  await dialog.getByRole('button', { name: 'Continue to Checkout' }).click();
}
