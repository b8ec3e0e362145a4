import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { findCutOff, findOverflow, findOverlaps } from './support/layout.ts';
import { expectWholeScreen } from './support/open-app.ts';

/** As a visitor's style sheet sets it, by the success criterion 1.4.12 of WCAG. */
const spaceText = (page: Page) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets = [sheet];
  });

for (const width of [320, 375, 1280]) {
  test.describe(`with the text spacing of WCAG at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });

    test.beforeEach(({ page }) => spaceText(page));

    test('no texts of the offer and its order bar overlap or are cut off', async ({ page }) => {
      await page.goto('/final');
      await expectWholeScreen(page);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveCSS('letter-spacing', 'normal');
      await page.getByRole('heading', { name: 'Please read this' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: 'ORDER', exact: true })).toBeVisible({
        visible: width < 1024,
      });
      expect(await findOverlaps(page)).toEqual([]);
      expect(await findCutOff(page)).toEqual([]);
      expect(await findOverflow(page)).toEqual([]);
    });

    test('no texts of the checkout overlap', async ({ page }) => {
      await page.goto('/checkout?email=visitor@example.com');
      await expectWholeScreen(page);
      expect(await findOverlaps(page)).toEqual([]);
      expect(await findOverflow(page)).toEqual([]);
    });

    test('no label of the tabs in the legal dialog leaves its tab', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Terms and Conditions' }).click();
      await page.getByRole('tab', { name: 'Terms' }).waitFor();
      expect(await findCutOff(page)).toEqual([]);
    });
  });
}
