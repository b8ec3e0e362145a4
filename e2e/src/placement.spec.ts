import type { Locator, Page } from '@playwright/test';

import { boxOf } from './support/box.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { phoneAndDesktop } from './support/sizes.ts';

/** The upper edges of elements in the document, in the order given. */
async function topsOf(page: Page, elements: readonly Locator[]): Promise<readonly number[]> {
  const boxes = await Promise.all(elements.map(boxOf));
  const scrolled = await page.evaluate(() => scrollY);
  return boxes.map(({ y }) => y + scrolled);
}

const expectOrder = async (page: Page, elements: readonly Locator[]) => {
  const tops = await topsOf(page, elements);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
};

for (const viewport of phoneAndDesktop) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('the action of a screen is at the bottom of the window, or at the foot of the panel', async ({
      page,
    }) => {
      for (const [path, action] of [
        ['/info-1', 'Continue'],
        ['/step-10', 'NEXT STEP'],
        ['/step-17', 'Continue'],
      ] as const) {
        await page.goto(path);
        const { bottom } = await boxOf(page.getByRole('button', { name: action }));
        expect(bottom, path).toBeLessThanOrEqual(viewport.height);
        const scene = await boxOf(page.getByRole('main').locator('svg').first());
        const foot = viewport.width < 1024 ? viewport.height - 32 : scene.bottom - 1;
        expect(bottom, path).toBeGreaterThanOrEqual(foot);
      }
    });

    test('the email step shows field, (FREE), privacy note and benefits in this order', async ({ page }) => {
      await page.goto('/step-17');
      await expectOrder(page, [
        heading(page, 'Where should we send your personalized trading plan?'),
        page.getByRole('textbox', { name: 'Your email address' }),
        page.getByText('(FREE)'),
        page.getByText("We'll never share your email with anyone else"),
        page.getByText('Personalized trading plan', { exact: true }),
        page.getByText('Success assessment with score'),
        page.getByText('First 7-day trading task'),
        page.getByRole('button', { name: 'Continue' }),
      ]);
    });

    test('the order summary shows everything without a tap', async ({ page }) => {
      await page.goto('/checkout?currency=EUR&email=vera.example@example.com');
      const summary = page.locator('section', { has: page.getByRole('heading', { name: 'Order Summary' }) });
      for (const text of [
        '4-WEEK PLAN',
        'Save €20.00',
        'Only €0.71 per day',
        'Total',
        'vera.example@example.com',
        'plan2',
      ])
        await expect(summary.getByText(text, { exact: true })).toBeVisible();
      await expect(summary.getByText('€19.99', { exact: true })).toHaveCount(2);
      const struck = summary.locator('s', { hasText: '€39.99' });
      await expect(struck).toBeVisible();
      await expect(struck).toHaveCSS('text-decoration-line', 'line-through');
      const { height, right } = await boxOf(summary);
      if (viewport.width < 768) expect(height).toBeLessThanOrEqual(140);
      const agreement = page.getByText(/^By paying, you agree to the /);
      await expectOrder(page, [agreement, page.locator('iframe[title="Secure payment form"]')]);
      await agreement.getByRole('button', { name: 'Privacy Policy' }).click();
      await expect(page.getByRole('tab', { name: 'Privacy', selected: true })).toBeVisible();
      await page.keyboard.press('Escape');
      const form = await boxOf(page.getByRole('heading', { name: 'Payment Details' }));
      expect(form.x > right).toBe(viewport.width >= 768);
    });

    test('the email can be changed on the offer and at the checkout, which keeps plan and answers', async ({
      page,
    }) => {
      const opened: { planId: string; email: string; quizState: unknown }[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/create-checkout')) opened.push(request.postDataJSON());
      });
      const change = async (known: string, email: string) => {
        await page.getByRole('button', { name: 'Change your email' }).click();
        const dialog = page.getByRole('dialog', { name: 'Change your email' });
        const field = dialog.getByRole('textbox', { name: 'Email' });
        await expect(field).toHaveValue(known);
        await field.fill(email);
        await dialog.getByRole('button', { name: 'Save email' }).click();
        await expect(dialog).toHaveCount(0);
      };
      const secretOf = async () => {
        const response = await page.waitForResponse(/\/api\/create-checkout$/);
        return Object(await response.json()).sessionId;
      };
      await page.goto('/step-14');
      await page.getByRole('button', { name: 'Ready', exact: true }).click();
      // Before the takeover an answer waits for the scripts, and does not outlive the page.
      await expect(page).toHaveURL('/step-15');
      await page.goto('/final?email=one@example.com');
      await change('one@example.com', 'two@example.com');
      await expect(page.getByText('Welcome back two@example.com!')).toBeVisible();
      await page.getByRole('radio', { name: '12-WEEK PLAN' }).click();
      const first = secretOf();
      await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
      await expect(page.getByText('two@example.com')).toBeVisible();

      const firstSession = await first;
      const second = secretOf();
      await change('two@example.com', 'three@example.com');
      await expect(page.getByText('three@example.com')).toBeVisible();
      expect(await second).not.toBe(firstSession);
      const answers = { 'Trading Readiness': 'Ready' };
      expect(opened).toEqual(
        ['two@example.com', 'three@example.com'].map((email) =>
          expect.objectContaining({
            planId: 'plan3',
            email,
            quizState: { quizAnswers: answers, specialGoal: null, email },
          }),
        ),
      );
      await page.reload();
      await expect(page.getByText('three@example.com')).toBeVisible();
      await expect(page.getByText('plan3', { exact: true })).toBeVisible();
      // The change is no step in the history, and the offer knows it.
      await page.goBack();
      await expect(page).toHaveURL(/\/final/);
      await expect(page.getByText('Welcome back three@example.com!')).toBeVisible();
    });

    test('the offer shows the testimonials before the guarantee', async ({ page }) => {
      await page.goto('/final');
      await expectOrder(
        page,
        ['What you get', 'What learners say', '30-day money-back guarantee'].map((name) =>
          page.getByRole('heading', { name }),
        ),
      );
    });
  });
}
