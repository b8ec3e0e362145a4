import { expect, type Page } from '@playwright/test';

import { cards, heading, mouse, pay } from './journey.ts';

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
  await page.goto('/step-17', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Your email address' }).fill(email);
  // The button has no effect before the scripts have loaded, so it is clicked again.
  await expect(async () => {
    const button = page.getByRole('button', { name: 'Continue' });
    if (page.url().endsWith('/step-17')) await button.click({ timeout: 500 });
    await expect(page).toHaveURL('/final', { timeout: 500 });
  }).toPass({ timeout, intervals: [200] });
  await expectHeading('Your personalized trading plan');

  await page.getByRole('button', { name: 'Terms and Conditions' }).first().click();
  const popup = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(popup.getByRole('tab', { name: 'Terms' })).toBeVisible({ timeout });
  await popup.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expectHeading('Complete Your Order');
  await pay(page, mouse, cards.good);
  await expectHeading('Payment Successful!');
  expect(await answers()).toBe('{"Trading Experience":"NO"}');
}
