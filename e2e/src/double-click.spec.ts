import type { Locator, Page } from '@playwright/test';

import { boxOf } from './support/box.ts';
import { holdRequests } from './support/hold-requests.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { hasTakenOver, stopClock } from './support/open-app.ts';

const storedAnswers = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(localStorage.getItem('quizAnswers') ?? '{}'));
const option = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function centerOf(control: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(control);
  return { x: x + width / 2, y: y + height / 2 };
}

test('a double click answers one question and is one step in history', async ({ page, console }) => {
  await page.goto('/');
  const steps = await page.evaluate(() => history.length);
  await option(page, 'YES').dblclick();
  await expect(heading(page, 'How old are you?')).toBeVisible();
  await option(page, '45+').dblclick();
  await expect(heading(page, '1,000,000+ people use Candela')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).dblclick();
  await expect(heading(page, 'What is your most familiar source of income?')).toBeVisible();
  expect(await storedAnswers(page)).toEqual({ 'Trading Experience': 'YES', Age: '45+' });
  expect(await page.evaluate(() => history.length)).toBe(steps + 3);
  expect(console).toEqual([]);
});

test('a double click on the logo of the start adds nothing to history', async ({ page }) => {
  await page.goto('/');
  await page.waitForFunction(hasTakenOver);
  const steps = await page.evaluate(() => history.length);
  await page.getByRole('link', { name: 'Candela, to the start' }).dblclick();
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test('two presses of the arrow before the screen has changed go back one screen', async ({ page }) => {
  await page.goto('/step-17');
  await page.getByRole('textbox', { name: 'Your email address' }).fill('arrow@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  const arrow = page.getByRole('link', { name: 'Back' });
  await arrow.evaluate((link: HTMLElement) => {
    link.click();
    link.click();
  });
  await expect(page.getByRole('radio', { name: '4-WEEK PLAN' })).toBeVisible();
  await expect(page).toHaveURL('/final');
  // The arrow works again after the visitor has returned.
  await page.goForward();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  await arrow.click();
  await expect(page).toHaveURL('/final');
});

test('a double click on a legal link opens the dialog while its text loads', async ({ page }) => {
  const letPass = await holdRequests(page, /\/remotes\/mfe-legal\//);
  await page.goto('/');
  await page.waitForFunction(hasTakenOver);
  await page.getByRole('main').getByRole('button', { name: 'Terms and Conditions' }).dblclick();
  // On a slow machine the time for loading may be up by now.
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  letPass();
});

/** Sends the second click of a double click to a point of the page. */
const secondPresses: readonly {
  name: string;
  press: (page: Page, at: { x: number; y: number }) => Promise<void>;
}[] = [
  {
    name: 'click',
    async press(page, { x, y }) {
      await page.mouse.move(x, y);
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
    },
  },
  { name: 'tap', press: (page, { x, y }) => page.touchscreen.tap(x, y) },
];

for (const { name, press } of secondPresses) {
  test.describe(`a second ${name}`, () => {
    test.use({ hasTouch: true });

    test('is ignored until the new screen is shown, while a key press is accepted at once', async ({
      page,
    }) => {
      await page.clock.install({ time: '2026-05-01T12:00:00' });
      await page.goto('/step-3');
      await expect(heading(page, 'How do you feel about your financial situation?')).toBeVisible();
      await stopClock(page, '2026-05-01T13:00:00');
      const other = await centerOf(option(page, "I'd like more stability"));
      await option(page, "I'm comfortable").click();
      await expect(option(page, "I'm comfortable")).toHaveAttribute('aria-pressed', 'true');
      await page.clock.runFor(119);
      await press(page, other);
      await expect(heading(page, 'How do you feel about your financial situation?')).toBeVisible();
      await page.clock.runFor(1);
      await expect(heading(page, 'Do you want to retire rich?')).toBeVisible();

      const place = await centerOf(option(page, "I'm already retired"));
      await press(page, place);
      await page.clock.runFor(239);
      await press(page, place);
      expect(await storedAnswers(page)).toEqual({ 'Financial Situation': "I'm comfortable" });
      await page.clock.runFor(1);
      await press(page, place);
      await page.clock.runFor(120);
      await expect(heading(page, 'How confident are you about your financial future?')).toBeVisible();
      await option(page, 'Very confident').press('Enter');
      await page.clock.runFor(120);
      await expect(page).toHaveURL('/info-1');
      expect(await storedAnswers(page)).toEqual({
        'Financial Situation': "I'm comfortable",
        'Retirement Outlook': "I'm already retired",
        'Financial Confidence': 'Very confident',
      });
    });
  });
}
