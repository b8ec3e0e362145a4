import type { Page } from '@playwright/test';

import { boxOf } from './support/box.ts';
import { expect, test } from './support/funnel.ts';
import { stopClockFromStart } from './support/open-app.ts';
import { phoneAndDesktop } from './support/sizes.ts';
import { openState } from './support/states.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const picture = (page: Page) => page.getByRole('main').locator('svg').first();

for (const viewport of phoneAndDesktop) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('while a screen loads, its picture, heading and rows have their places', async ({ page }) => {
      await page.goto('/step-17');
      const [scene, heading] = [await boxOf(picture(page)), await boxOf(title(page))];
      await stopClockFromStart(page);
      await openState(page, 'remote awaited');
      await expect(title(page)).toHaveText('Loading…');
      expect((await boxOf(title(page))).y).toBe(heading.y);
      const awaited = await boxOf(picture(page));
      expect([awaited.x, awaited.width, awaited.bottom]).toEqual([scene.x, scene.width, scene.bottom]);
      const rows = page.getByRole('main').locator('[aria-hidden] > span');
      await expect(rows).toHaveCount(3);
      for (const row of await rows.all()) {
        const { x, height } = await boxOf(row);
        expect([x, height]).toEqual([heading.x, 64]);
      }
    });

    test('a page that is not found, or fails, has a picture 240 px high', async ({ page }) => {
      for (const name of ['not found', 'remote broken']) {
        await openState(page, name);
        expect((await boxOf(picture(page))).height, name).toBe(240);
        await expect(picture(page)).toHaveCSS('background-color', 'rgb(230, 243, 236)');
      }
    });
  });
}

test('a legal tab shows either its label or, on a small screen, its short one', async ({ page }) => {
  await openState(page, 'legal: Privacy');
  const tab = page.getByRole('tab', { name: 'Subscription' });
  for (const [width, shown] of [
    [1280, ['Subscription']],
    [375, ['Subs.']],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const visible = tab
      .locator('span')
      .evaluateAll((spans) =>
        spans.filter((span) => span.getBoundingClientRect().width > 1).map(({ textContent }) => textContent),
      );
    expect(await visible, `at ${width} px`).toEqual(shown);
  }
});

test('the current legal tab is filled, the others are framed, and a line has about 80 characters', async ({
  page,
}) => {
  await openState(page, 'legal: Privacy');
  const lookOf = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(tab);
      return [backgroundColor, borderTopColor];
    });
  await page.mouse.move(0, 0);
  expect(await lookOf('Privacy')).toEqual(['rgb(11, 107, 79)', 'rgb(11, 107, 79)']);
  expect(await lookOf('Terms')).toEqual(['rgb(255, 255, 255)', 'rgb(124, 138, 131)']);

  const { width } = await boxOf(page.getByRole('article').locator('section').first());
  expect(width).toBeGreaterThan(580);
  expect(width).toBeLessThanOrEqual(620);
});
