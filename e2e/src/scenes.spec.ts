import type { Page } from '@playwright/test';

import { boxOf } from './support/box.ts';
import { collectEvents } from './support/events.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { visibleShiftsOf, watchShifts } from './support/shifts.ts';

const scenesFile = /\/remotes\/mfe-quiz\/.*\/scenes\.\w+\.js$/;

/** The drawing above the heading. It repeats the text, so it has neither role nor name. */
const scene = (page: Page) => page.getByRole('main').locator('svg').first();
const shapesOf = (page: Page) => scene(page).locator('path');

async function expectStage(page: Page): Promise<void> {
  expect((await boxOf(scene(page))).height).toBe(180);
}

test.use({ viewport: { width: 375, height: 812 } });

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('a later screen has its scene without scripts', async ({ page }) => {
    for (const path of ['/', '/step-1', '/info-2', '/step-17']) {
      await page.goto(path);
      await expectStage(page);
      expect(await shapesOf(page).count()).toBeGreaterThan(5);
    }
  });
});

test('the scenes load while the first question is shown, and move nothing', async ({ page }) => {
  await watchShifts(page);
  const loaded = page.waitForResponse(scenesFile);
  await page.goto('/');
  expect((await loaded).status()).toBe(200);
  await page.getByRole('button', { name: 'YES' }).click();
  await expect(heading(page, 'How old are you?')).toBeVisible();
  await expectStage(page);
  // The drawings may have arrived and not run yet.
  await expect.poll(() => shapesOf(page).count()).toBeGreaterThan(5);
  expect(await visibleShiftsOf(page)).toEqual([]);
});

test('the scenes are not requested before the browser is idle on the first screen', async ({ page }) => {
  await page.addInitScript(() => {
    const tasks: (() => void)[] = [];
    Object.assign(window, {
      requestIdleCallback: (task: () => void) => tasks.push(task),
      becomeIdle: () => tasks.splice(0).forEach((task) => task()),
    });
  });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('/');
  // Only the scripts open it, so the first screen is theirs by then.
  await page.getByRole('button', { name: 'Terms and Conditions' }).click();
  await expect(page.getByRole('dialog', { name: 'Legal Information' })).toBeVisible();
  expect(requested.filter((url) => scenesFile.test(url))).toEqual([]);

  const scenes = page.waitForRequest(scenesFile);
  await page.evaluate('becomeIdle()');
  await scenes;
});

test('a prerendered scene stays when the scripts have loaded', async ({ page }) => {
  await watchShifts(page);
  const failed = page.waitForEvent('requestfailed', (request) => scenesFile.test(request.url()));
  await page.route(scenesFile, (route) => route.abort());
  await page.goto('/step-5');
  await failed;
  await expectStage(page);
  expect(await shapesOf(page).count()).toBeGreaterThan(5);
  expect(await visibleShiftsOf(page)).toEqual([]);
});

test('a quiz whose scenes do not load goes on without them, and reports no failure', async ({ page }) => {
  const events = collectEvents(page);
  const failed = page.waitForEvent('requestfailed', (request) => scenesFile.test(request.url()));
  await page.route(scenesFile, (route) => route.abort());
  await page.goto('/');
  await failed;
  await page.getByRole('button', { name: 'YES' }).click();
  await expect(heading(page, 'How old are you?')).toBeVisible();
  await expectStage(page);
  await expect(shapesOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(page).toHaveURL('/stats-slide');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'What is your most familiar source of income?')).toBeVisible();
  await expect.poll(() => events.map(({ path }) => path)).toContain('/step-2');
  expect(events.filter(({ name }) => name.endsWith('Failed'))).toEqual([]);
});
