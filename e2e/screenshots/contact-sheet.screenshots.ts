import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { inRoot } from '@funnel/build/repository';
import type { Browser } from '@playwright/test';

import { test } from '../src/support/funnel.ts';
import { routes, states, type State } from '../src/support/states.ts';

interface Size {
  readonly width: number;
  readonly height: number;
  /** Screenshots per row of the contact sheet. Null if this size has no contact sheet. */
  readonly columns: number | null;
}

const sizes: readonly Size[] = [
  { width: 320, height: 640, columns: null },
  { width: 375, height: 740, columns: 10 },
  { width: 768, height: 1024, columns: null },
  { width: 1280, height: 800, columns: 6 },
];
const cacheFolder = inRoot('.cache/screenshots');
const docsFolder = inRoot('docs/screenshots');
const sheetWidth = 1600;

const fileOf = (name: string, width: number) =>
  join(cacheFolder, `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}-${width}.png`);

/** States whose screenshot shows the whole page. */
const fullPageStates = ['offer, all known', 'checkout, form shown', 'card declined', '3-D Secure step'];

/** Takes a screenshot. Returns its height as a number of windows, rounded up. */
async function takeScreenshot(browser: Browser, baseURL: string, state: State, size: Size): Promise<number> {
  const { width, height } = size;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await state.open(page);
  await page.evaluate(() => document.fonts.load('16px "Figtree Variable"'));
  // Makes the window as high as the page, because a screenshot beyond the window may not render iframes.
  const pageHeight = fullPageStates.includes(state.name)
    ? await page.evaluate(() => document.documentElement.scrollHeight)
    : height;
  await page.setViewportSize({ width, height: pageHeight });
  await page.screenshot({ path: fileOf(state.name, width) });
  await context.close();
  return Math.ceil(pageHeight / height);
}

async function renderSheet(browser: Browser, windowCounts: ReadonlyMap<string, number>, size: Size) {
  const { width, height, columns } = size;
  if (columns === null) return;
  const images = [...windowCounts].flatMap(([name, count]) => {
    const source = `data:image/png;base64,${readFileSync(fileOf(name, width)).toString('base64')}`;
    return Array.from({ length: count }, (_, index) => {
      const caption = count > 1 ? `${name} (${index + 1} of ${count})` : name;
      return `<figure><div><img src="${source}" style="top: ${-100 * index}%"></div><figcaption>${caption}</figcaption></figure>`;
    });
  });
  const page = await browser.newPage({ viewport: { width: sheetWidth, height: 1000 } });
  await page.setContent(`<style>
    body { margin: 12px; display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 10px; font: 11px sans-serif; background: #ddd }
    figure { margin: 0 }
    div { position: relative; aspect-ratio: ${width} / ${height}; overflow: hidden; background: #bbb }
    img { position: absolute; width: 100% }
  </style>${images.join('')}`);
  await page.screenshot({ path: join(docsFolder, `contact-sheet-${width}.png`), fullPage: true });
  await page.close();
}

for (const size of sizes) {
  test(`screenshots at ${size.width} px`, async ({ browser, funnel, strictFunnel }) => {
    for (const path of [cacheFolder, docsFolder]) mkdirSync(path, { recursive: true });
    const windowCounts = new Map<string, number>();
    for (const state of [...routes, ...states]) {
      const { url } = state.isStrict ? strictFunnel : funnel;
      windowCounts.set(state.name, await takeScreenshot(browser, url, state, size));
    }
    await renderSheet(browser, windowCounts, size);
  });
}
