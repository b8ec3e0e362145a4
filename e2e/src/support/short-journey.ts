import { expect, type Page } from '@playwright/test';

import { cards, heading, mouse, pay } from './journey.ts';

/**
 * Meets every remote once: the first question, the e-mail step, the offer, the legal popup, the checkout with its payment, the
 * thanks. `timeout`: how long a visitor waits for each.
 */
export async function finishShortJourney(
  page: Page,
  email: string,
  { timeout }: { readonly timeout: number },
): Promise<void> {
  const sees = (name: string) => expect(heading(page, name)).toBeVisible({ timeout });
  // A journey that is stuck says so soon.
  page.setDefaultTimeout(15_000);
  // A file that hangs keeps the page from being done loading.
  await page.goto('/', { waitUntil: 'commit' });
  await sees('28-Day Trading Challenge');
  await page.getByRole('button', { name: 'NO', exact: true }).click();
  await sees('How old are you?');
  const answers = () => page.evaluate(() => localStorage.getItem('quizAnswers'));
  await expect.poll(answers, { timeout }).toBe('{"Trading Experience":"NO"}');
  await page.goto('/step-17', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Your email address' }).fill(email);
  // Until scripts have come the button does nothing, and a person presses it again.
  await expect(async () => {
    const button = page.getByRole('button', { name: 'Continue' });
    if (page.url().endsWith('/step-17')) await button.click({ timeout: 500 });
    await expect(page).toHaveURL('/final', { timeout: 500 });
  }).toPass({ timeout });
  await sees('Your personalized trading plan');

  await page.getByRole('button', { name: 'Terms and Conditions' }).first().click();
  const popup = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(popup.getByRole('tab', { name: 'Terms' })).toBeVisible({ timeout });
  await popup.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await sees('Complete Your Order');
  await pay(page, mouse, cards.good);
  await sees('Payment Successful!');
  expect(await answers()).toBe('{"Trading Experience":"NO"}');
}
