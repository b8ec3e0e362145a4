import { browserFlags, findBrowser } from '@funnel/build/commands/find-browser';
import type { Product } from '@funnel/build/product/start-product';
import { chromium, type Browser, type CDPSession, type Locator, type Page } from 'playwright';

import { withProduct } from './with-product.ts';

// Lighthouse's slow 4G, and a processor slowed down by 4.
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const cpuSlowdown = 4;

/** Starts the product with the current build and a browser, runs the measurements, and stops both. */
export const withBrowser = <T>(measure: (browser: Browser, product: Product) => Promise<T>): Promise<T> =>
  withProduct({}, async (product) => {
    const executablePath = findBrowser((text) => console.log(`· ${text}`));
    const browser = await chromium.launch({ executablePath, args: browserFlags });
    try {
      return await measure(browser, product);
    } finally {
      await browser.close();
    }
  });

/** Taps the middle of an element. The tap of Playwright listens in the page for what is hit, and so delays what it measures. */
export async function tap(page: Page, target: Locator): Promise<void> {
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('The element to tap has left the page.');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Runs `visit` on a page of its own with the network and the processor of a slow phone. */
export async function onSlowPhone<T>(
  browser: Browser,
  visit: (page: Page, cdp: CDPSession) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', network);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    return await visit(page, cdp);
  } finally {
    await page.close();
  }
}
