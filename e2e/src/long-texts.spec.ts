import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { findCutOff, findOverflow, findOverlaps } from './support/layout.ts';
import { expectWholeScreen } from './support/open-app.ts';
import { holdLoading } from './support/states.ts';

const longName = 'w'.repeat(64);
/** As long as an email can be, without a place to break the line. */
const longEmail = `${longName}@${'w'.repeat(183)}.com`;

const remember = (page: Page) =>
  page.addInitScript(
    ([email, word]) => {
      localStorage.setItem('email', email);
      localStorage.setItem('specialGoal', word);
      localStorage.setItem(
        'quizAnswers',
        JSON.stringify({ 'Daily Time Commitment': word, 'Income Goal': word }),
      );
    },
    [longEmail, 'W'.repeat(200)] as const,
  );

async function expectFits(page: Page): Promise<void> {
  expect(await findOverflow(page)).toEqual([]);
  expect(await findCutOff(page)).toEqual([]);
  expect(await findOverlaps(page)).toEqual([]);
}

for (const width of [320, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });

    test('the offer, the dialog that changes the email and the checkout fit a long email and long answers', async ({
      page,
    }) => {
      await remember(page);
      await page.goto('/final');
      await expectWholeScreen(page);
      await expectFits(page);
      await page.getByRole('button', { name: 'Change your email' }).click();
      await expect(page.getByRole('dialog', { name: 'Change your email' })).toBeVisible();
      await expectFits(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
      await expect(heading(page, 'Complete Your Order')).toBeVisible();
      await expect(page.getByRole('main').getByText(longEmail)).toBeVisible();
      await expectFits(page);
    });

    test('/loading fits a long goal', async ({ page }) => {
      await remember(page);
      await holdLoading(page);
      await expect(page.getByText(/W{200}/).first()).toBeVisible();
      await expectFits(page);
    });

    test('the email step fits a suggestion for a long email', async ({ page }) => {
      await page.goto('/step-17');
      await page.getByRole('textbox', { name: 'Your email address' }).fill(`${longName}@gmial.com`);
      await expect(page.getByRole('button', { name: `Did you mean ${longName}@gmail.com?` })).toBeVisible();
      await expectFits(page);
    });

    test('the success page fits a long email and an unknown plan', async ({ page }) => {
      const name = 'W'.repeat(60);
      await page.route(/\/api\/checkout-sessions\//, (route) =>
        route.fulfill({
          json: {
            status: 'paid',
            plan: { planId: 'plan9', name },
            amountMinor: 1999,
            currency: 'USD',
            email: longEmail,
          },
        }),
      );
      for (const query of ['session_id=cs_test_long', `plan=${name}`]) {
        await page.goto(`/payment-success?${query}`);
        await expect(page.getByText(`Thank you for purchasing the ${name}.`)).toBeVisible();
        await expectFits(page);
      }
    });
  });
}
