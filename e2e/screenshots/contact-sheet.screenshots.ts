import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

import { test } from '../src/support/funnel.ts';
import { routes, states, type State } from '../src/support/states.ts';
import { docsFolder, picturesFolder, sizes, writeSheet, type Size } from './sheet.ts';

/** States that open by their URL, without an English name. */
const languageFreeStates = [
  'resume prompt',
  'answer chosen',
  'companies chosen',
  'offer, all known',
  'offer, time is up',
  'not found',
];
const everyState: readonly State[] = [...routes, ...states];

interface Series {
  readonly name: string;
  readonly options: BrowserContextOptions;
  readonly states: readonly State[];
}

const allSeries: readonly Series[] = [
  { name: 'light', options: {}, states: everyState },
  { name: 'forced-colors', options: { forcedColors: 'active' }, states: everyState },
  {
    name: 'german',
    options: { locale: 'de-DE' },
    // /loading is stopped when its English headline is shown.
    states: [
      ...routes.filter(({ name }) => name !== '/loading'),
      ...states.filter(({ name }) => languageFreeStates.includes(name)),
    ],
  },
];

const fileOf = (series: Series, { name }: State, { width }: Size) =>
  join(
    picturesFolder,
    series.name,
    `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}-${width}.png`,
  );

/** States whose screenshot shows the whole page. */
const fullPageStates = ['offer, all known', 'checkout, form shown', 'card declined', '3-D Secure step'];

/** Takes a screenshot. Returns its height as a number of windows, rounded up. */
async function takeScreenshot(page: Page, path: string, state: State, size: Size): Promise<number> {
  const { width, height } = size;
  // The app loads its font after the takeover. A page whose app has failed has none.
  await page.waitForFunction(() => document.fonts.size > 0, null, { timeout: 5000 }).catch(() => undefined);
  // Makes the window as high as the page, because a screenshot beyond the window may not render iframes.
  const pageHeight = fullPageStates.includes(state.name)
    ? await page.evaluate(() => document.documentElement.scrollHeight)
    : height;
  await page.setViewportSize({ width, height: pageHeight });
  await page.screenshot({ path });
  return Math.ceil(pageHeight / height);
}

/** Takes a screenshot of the state at each size. Returns their heights in windows by width. */
async function takeScreenshots(browser: Browser, baseURL: string, series: Series, state: State) {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...series.options });
  const heights = new Map<number, number>();
  let page: Page | undefined;
  for (const size of sizes) {
    const isOpen = page !== undefined && !state.endsOnResize;
    page = isOpen && page ? page : await context.newPage();
    await page.setViewportSize({ width: size.width, height: size.height });
    if (!isOpen) await state.open(page);
    heights.set(size.width, await takeScreenshot(page, fileOf(series, state, size), state, size));
  }
  await context.close();
  return heights;
}

type Heights = ReadonlyMap<State, ReadonlyMap<number, number>>;

async function renderSheet(browser: Browser, heights: Heights, series: Series, size: Size) {
  const isOfDocs = size.isInDocs && series.name === 'light';
  const path = isOfDocs
    ? join(docsFolder, `contact-sheet-${size.width}.png`)
    : join(picturesFolder, `contact-sheet-${series.name}-${size.width}.png`);
  const screenshots = series.states.map((state) => ({
    file: fileOf(series, state, size),
    caption: state.name,
    windows: heights.get(state)?.get(size.width) ?? 1,
  }));
  await writeSheet(browser, { path, size, screenshots });
}

for (const series of allSeries) {
  test(`contact sheets, ${series.name}`, async ({ browser, funnel, strictFunnel }) => {
    test.setTimeout(1_800_000);
    mkdirSync(join(picturesFolder, series.name), { recursive: true });
    const heights = new Map<State, ReadonlyMap<number, number>>();
    for (const state of series.states) {
      const { url } = state.isStrict ? strictFunnel : funnel;
      heights.set(state, await takeScreenshots(browser, url, series, state));
    }
    for (const size of sizes) await renderSheet(browser, heights, series, size);
  });
}
