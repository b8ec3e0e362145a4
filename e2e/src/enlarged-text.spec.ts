import { browserFlags, findBrowser } from '@funnel/build/commands/find-browser';
import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { findOverflow } from './support/layout.ts';
import { expectWholeScreen } from './support/open-app.ts';

test.use({
  // 200 % of the default size of 16 px, as visitors choose it in their browser's settings.
  launchOptions: {
    executablePath: findBrowser(() => undefined),
    args: [...browserFlags, '--blink-settings=defaultFontSize=32'],
  },
  viewport: { width: 375, height: 812 },
});

/** Pairs of texts in the flow of the page of which one lies over the other: `Plan ID over Order Summary`. */
const findOverlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const leftOut = (element: Element): boolean => {
      for (let at: Element | null = element; at && at.tagName !== 'HEADER'; at = at.parentElement) {
        const { position } = getComputedStyle(at);
        const { width, height } = at.getBoundingClientRect();
        // Bars that cover the page on purpose, texts for screen readers alone, and what a fixed height hides.
        if (position === 'sticky' || position === 'fixed' || width <= 1 || height <= 1) return true;
      }
      return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const lines: { text: string; isInBar: boolean; box: DOMRect }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      const text = node.textContent?.trim() ?? '';
      if (!text || !parentElement || leftOut(parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const hides = parentElement.closest('header')
        ? parentElement.getBoundingClientRect()
        : document.documentElement.getBoundingClientRect();
      for (const box of range.getClientRects()) {
        if (box.top >= hides.bottom) continue;
        lines.push({ text: text.slice(0, 30), isInBar: parentElement.closest('header') !== null, box });
      }
    }
    return lines.flatMap((one, index) =>
      lines.slice(index + 1).flatMap((other) => {
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // The boxes of neighboring lines share the space between them.
        const shared = height / Math.min(one.box.height, other.box.height);
        return one.isInBar === other.isInBar && width > 2 && shared > 0.4
          ? [`${other.text} over ${one.text}`]
          : [];
      }),
    );
  });

/** Texts with room for hardly two letters in a line. */
const findNarrowTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const text = element.textContent.trim();
      return element.childElementCount === 0 && text.length > 8 && width > 1 && height > 4 * width
        ? [text]
        : [];
    }),
  );

for (const path of [
  '/',
  '/step-1',
  '/step-17',
  '/final?email=ann@candela.example',
  '/checkout?email=ann@candela.example',
]) {
  test(`${path} has no text over another or too narrow, and fits, at twice the text size`, async ({
    page,
  }) => {
    await page.goto(path);
    await expectWholeScreen(page);
    expect(await findOverlaps(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    expect(await findNarrowTexts(page)).toEqual([]);
  });
}
