import type { Page } from '@playwright/test';

import { boxesOf } from './support/box.ts';
import { expect, test } from './support/funnel.ts';
import { findCutOff, findNarrowTexts, findOverflow, findOverlaps } from './support/layout.ts';
import { openApp } from './support/open-app.ts';
import { routes, states, type State } from './support/states.ts';

/** Twice the default of 16 px, as visitors choose it in their browser's settings. */
async function enlargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
}

function stateOf(name: string): State {
  const state = [...routes, ...states].find((other) => other.name === name);
  if (!state) throw new Error(`no state is named ${name}`);
  return state;
}

async function expectReadable(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  expect(await findOverlaps(page), where).toEqual([]);
  expect(await findNarrowTexts(page), where).toEqual([]);
  expect(await findCutOff(page), where).toEqual([]);
  expect(await findOverflow(page), where).toEqual([]);
}

/** The words of German are longer. Only the routes are in both languages, because the states look for English texts. */
const names = {
  'en-US': [
    '/',
    '/step-1',
    '/step-10',
    'resume prompt',
    'email missing',
    'offer, all known',
    'checkout, form shown',
    'checkout, service out of reach',
    'payment not found',
    'legal: Terms',
    'consent on /',
  ],
  'de-DE': ['/', '/stats-slide', '/step-10', '/step-17', '/final', '/checkout', '/payment-success'],
};
const viewports = [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

for (const [locale, shown] of Object.entries(names)) {
  for (const name of shown) {
    test(`${name} in ${locale} fits at twice the text size, and no texts overlap, are cut off or are too narrow`, async ({
      browser,
      funnel,
      strictFunnel,
    }) => {
      const { open, isStrict } = stateOf(name);
      const baseURL = isStrict ? strictFunnel.url : funnel.url;
      const page = await browser.newPage({ baseURL, locale, reducedMotion: 'reduce' });
      await enlargeText(page);
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        await open(page);
        await expectReadable(page, `at ${viewport.width} px`);
      }
      await page.close();
    });
  }
}

for (const width of [375, 768]) {
  test(`the bar with the charge, once the main button is out of sight, fits at twice the text size, at ${width} px`, async ({
    page,
  }) => {
    await enlargeText(page);
    await page.setViewportSize({ width, height: 812 });
    await page.goto('/final');
    await page.getByRole('heading', { name: 'What you get' }).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectReadable(page, `at ${width} px`);
  });
}

// The narrowest window that a page has to fit.
for (const name of [
  'resume prompt',
  '/stats-slide',
  '/final',
  'offer, time is up',
  'assessment explained',
  'checkout without email',
  'checkout, form shown',
  'payment paid',
]) {
  test(`${name} fits also a window of 320 px at twice the text size`, async ({ page }) => {
    await enlargeText(page);
    await page.setViewportSize({ width: 320, height: 740 });
    await stateOf(name).open(page);
    await expectReadable(page, name);
  });
}

test('a counter of two digits stays in one line above the progress at twice the text size', async ({
  page,
}) => {
  await enlargeText(page);
  const bar = page.getByRole('banner');
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 812 });
    await openApp(page, '/step-17');
    const [counter, progress] = await boxesOf(bar.getByText('17 / 17'), bar.getByRole('progressbar'));
    expect(counter.bottom, `at ${width} px`).toBeLessThanOrEqual(progress.y);
    await expectReadable(page, `at ${width} px`);
  }
});

test('a page asks Safari on phones, by the name it knows, not to enlarge texts in landscape', async ({
  funnel,
}) => {
  const document = await (await fetch(`${funnel.url}/step-1`)).text();
  expect(document).toMatch(/-webkit-text-size-adjust:\s*100%/);
});
