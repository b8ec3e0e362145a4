import { browserFlags, findBrowser } from '@funnel/build/commands/find-browser';

import { expect, test } from './support/funnel.ts';
import { findNarrowTexts, findOverflow, findOverlaps } from './support/layout.ts';
import { expectWholeScreen } from './support/open-app.ts';

test.use({
  launchOptions: {
    executablePath: findBrowser(() => undefined),
    // Twice the default of 16 px, as visitors choose it in their browser's settings.
    args: [...browserFlags, '--blink-settings=defaultFontSize=32'],
  },
  viewport: { width: 375, height: 812 },
});

for (const path of [
  '/',
  '/step-1',
  '/step-17',
  '/final?email=ann@candela.example',
  '/checkout?email=ann@candela.example',
]) {
  test(`${path} fits at twice the text size, and no texts overlap or are too narrow`, async ({ page }) => {
    await page.goto(path);
    await expectWholeScreen(page);
    expect(await findOverlaps(page)).toEqual([]);
    expect(await findNarrowTexts(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
  });
}
