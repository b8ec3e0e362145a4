import { expect, type Page } from '@playwright/test';

import { cards, heading, mouse, pay } from './journey.ts';
import { openAppWithoutFile } from './open-app.ts';

/**
 * Visits every stage and the legal dialog once, from the first question to the success page. `timeout` is the longest wait for
 * each screen.
 */
export async function finishShortJourney(
  page: Page,
  email: string,
  { timeout }: { readonly timeout: number },
): Promise<void> {
  const expectHeading = (name: string) => expect(heading(page, name)).toBeVisible({ timeout });
  // A stuck journey fails soon.
  page.setDefaultTimeout(15_000);
  // A hanging file would delay the load event.
  await page.goto('/', { waitUntil: 'commit' });
  await expectHeading('28-Day Trading Challenge');
  await page.getByRole('button', { name: 'NO', exact: true }).click();
  await expectHeading('How old are you?');
  const answers = () => page.evaluate(() => localStorage.getItem('quizAnswers'));
  await expect.poll(answers, { timeout }).toBe('{"Trading Experience":"NO"}');
  // The button has no effect before the takeover. After it, one click must do.
  await openAppWithoutFile(page, '/step-17', { timeout });
  await page.getByRole('textbox', { name: 'Your email address' }).fill(email, { timeout });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/final', { timeout });
  await expectHeading('Your personalized trading plan');

  await page.getByRole('button', { name: 'Terms and Conditions' }).first().click();
  const legalDialog = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(legalDialog.getByRole('tab', { name: 'Terms' })).toBeVisible({ timeout });
  await legalDialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expectHeading('Complete Your Order');
  await pay(page, mouse, cards.good);
  // The wait for the screen begins when the provider has taken the payment and the browser opens the page.
  await page.waitForURL(/\/payment-success/, { waitUntil: 'commit' });
  await expectHeading('Payment Successful!');
  expect(await answers()).toBe('{"Trading Experience":"NO"}');
}
