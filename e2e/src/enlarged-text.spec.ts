import { browserFlags, findBrowser } from '@funnel/build/commands/find-browser';

import { boxOf } from './support/box.ts';
import { expect, test } from './support/funnel.ts';
import { findNarrowTexts, findOverflow, findOverlaps } from './support/layout.ts';
import { expectWholeScreen } from './support/open-app.ts';
import { openState } from './support/states.ts';
import { toasts } from './support/toasts.ts';

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

test('a message grows with its text at twice the text size, and covers no title of a dialog', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { state, title } of [
    { state: 'email invalid', title: page.getByRole('heading', { level: 1 }) },
    { state: 'email dialog, email invalid', title: page.getByRole('dialog').getByRole('heading') },
  ]) {
    await openState(page, state);
    const toast = await boxOf(toasts(page));
    const text = await boxOf(toasts(page).getByText('Please enter a valid email address'));
    expect(text.y, state).toBeGreaterThanOrEqual(toast.y);
    expect(text.bottom, state).toBeLessThanOrEqual(toast.bottom);
    expect((await boxOf(title)).y, state).toBeGreaterThanOrEqual(toast.bottom);
  }
});
