import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { inRoot } from '@funnel/build/repository';
import type { Browser } from '@playwright/test';

import { test } from '../src/support/funnel.ts';
import { routes, states, type State } from '../src/support/states.ts';

interface Size {
  readonly width: number;
  readonly height: number;
  /** Pictures per row of the contact sheet; null if none is made. */
  readonly columns: number | null;
}

const sizes: readonly Size[] = [
  { width: 320, height: 640, columns: null },
  { width: 375, height: 740, columns: 10 },
  { width: 768, height: 1024, columns: null },
  { width: 1280, height: 800, columns: 6 },
];
const folder = inRoot('.cache/pictures');
const kept = inRoot('docs/screenshots');
const sheetWidth = 1600;

const fileOf = (name: string, width: number) =>
  join(folder, `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}-${width}.png`);

/** Pages that are shown in full length. */
const long = ['offer, all known', 'checkout, form shown', 'card declined', '3-D Secure step'];

/** Takes a screenshot. Returns its height in windows. */
async function take(browser: Browser, address: string, state: State, size: Size): Promise<number> {
  const { width, height } = size;
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await state.open(page);
  await page.evaluate(() => document.fonts.load('16px "Figtree Variable"'));
  // The window is made as high as the page. A screenshot beyond the window may not render iframes.
  const length = long.includes(state.name)
    ? await page.evaluate(() => document.documentElement.scrollHeight)
    : height;
  await page.setViewportSize({ width, height: length });
  await page.screenshot({ path: fileOf(state.name, width) });
  await context.close();
  return Math.ceil(length / height);
}

async function renderSheet(browser: Browser, windows: ReadonlyMap<string, number>, size: Size) {
  const { width, height, columns } = size;
  if (columns === null) return;
  const images = [...windows].flatMap(([name, count]) => {
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
  await page.screenshot({ path: join(kept, `contact-sheet-${width}.png`), fullPage: true });
  await page.close();
}

for (const size of sizes) {
  test(`screenshots at ${size.width} px`, async ({ browser, funnel, strictFunnel }) => {
    for (const path of [folder, kept]) mkdirSync(path, { recursive: true });
    const windows = new Map<string, number>();
    for (const state of [...routes, ...states]) {
      const { url } = state.isStrict ? strictFunnel : funnel;
      windows.set(state.name, await take(browser, url, state, size));
    }
    await renderSheet(browser, windows, size);
  });
}
