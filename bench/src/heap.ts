import type { Page } from 'playwright';

import type { BenchmarkResults } from './benchmark-results.ts';
import { answer, pathOf } from './journey.ts';
import { withBrowser } from './slow-phone.ts';

const passes = 50;
/** The passes after which every screen, text and drawing of the quiz has been loaded and compiled. */
const warmUpPasses = 5;

/** A tap sooner after a screen has appeared is the second half of a double tap, which the quiz ignores. */
const doubleTapMs = 300;

/** Runs what leads to another screen, and waits until that is shown and takes taps. */
async function toAnotherScreen(page: Page, move: () => Promise<unknown>): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.elementHandle();
  await move();
  await page.waitForFunction((old) => {
    const now = document.querySelector('main h1');
    return now !== null && now !== old && now.closest('[aria-busy="true"]') === null;
  }, before);
  // The handle would keep the whole screen in memory.
  await before?.dispose();
  await page.waitForTimeout(doubleTapMs);
}

/** Goes through the quiz 50 times in one page, and measures the memory of the page's scripts after garbage collection. */
export const benchHeap = (): Promise<BenchmarkResults> =>
  withBrowser(async (browser, { url }) => {
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    const cdp = await page.context().newCDPSession(page);
    const heapMb = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    };
    await page.goto(url, { waitUntil: 'networkidle' });
    let warmMb = NaN;
    let screens = 0;
    for (let pass = 1; pass <= passes; pass++) {
      let moves = 0;
      while (pathOf(page) !== '/step-16') {
        await toAnotherScreen(page, () => answer(page));
        moves++;
      }
      screens += moves;
      await toAnotherScreen(page, () => page.evaluate((count) => history.go(-count), moves));
      if (pass === warmUpPasses) warmMb = await heapMb();
    }
    const endMb = await heapMb();
    return {
      'passes through the quiz': [passes],
      'screens shown': [screens],
      [`heap after ${warmUpPasses} passes, MB`]: [warmMb],
      [`heap after ${passes} passes, MB`]: [endMb],
      'growth, MB': [endMb - warmMb],
    };
  });
