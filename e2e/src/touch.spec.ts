import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { expectWebFont, openApp } from './support/open-app.ts';

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

const borderOf = (page: Page, option: string) =>
  page
    .locator('label', { has: page.getByRole('checkbox', { name: option, exact: true }) })
    .evaluate((tile) => getComputedStyle(tile).borderColor);

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

test('an option that is tapped twice looks like the others again', async ({ page }) => {
  await openApp(page, '/step-10');
  const option = page.getByRole('checkbox', { name: 'Apple', exact: true });
  await option.tap();
  await expect(option).toBeChecked();
  await option.tap();
  await expect(option).not.toBeChecked();
  // After a tap a browser treats the option as one that a pointer is on.
  await expect.poll(() => option.evaluate((box) => box.matches(':hover'))).toBe(true);
  expect(await borderOf(page, 'Apple')).toBe(await borderOf(page, 'Tesla'));
});

/** For how many elements the browser computes the style again until the next frame after a tap on an option. */
async function restyledByTap(page: Page, option: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  const restyled: number[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value)
      if (name === 'UpdateLayoutTree') restyled.push(Number(Object(args).elementCount));
  });
  const isComplete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.start', { categories: 'devtools.timeline' });
  await page.getByRole('checkbox', { name: option, exact: true }).tap();
  await nextFrame(page);
  await cdp.send('Tracing.end');
  await isComplete;
  expect(restyled).not.toEqual([]);
  return Math.max(...restyled);
}

test('a tap on an option restyles that option, and not the others', async ({ page }) => {
  await openApp(page, '/step-10');
  // A font that arrives meanwhile would restyle all of the page.
  await expectWebFont(page);
  // So would the next screen, which React adds hidden as soon as the browser is idle.
  await expect(page.getByRole('main').locator('h1')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Tesla', exact: true }).tap();
  await expect(page.getByRole('checkbox', { name: 'Tesla', exact: true })).toBeChecked();
  // Parts of one option. All ten of them have more than 20.
  expect(await restyledByTap(page, 'Apple')).toBeLessThan(10);
});

test('while a choice is marked, the browser animates nothing that it has to paint', async ({ page }) => {
  await openApp(page, '/step-1');
  await page.evaluate(() => {
    const animated = new Set<string>();
    Object.assign(window, { animated });
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      if (target instanceof Element && target.closest('main')) animated.add(propertyName);
    });
  });
  await page.getByRole('button', { name: '25-34' }).tap();
  await expect(page).toHaveURL('/stats-slide');
  expect(await page.evaluate(() => [...Reflect.get(window, 'animated')])).toEqual(['transform']);
});
