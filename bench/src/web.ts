import type { Browser } from 'playwright';

import type { BenchmarkResults } from './benchmark-results.ts';
import { onSlowPhone, withBrowser } from './slow-phone.ts';
import { serveSingleApp } from './single-app.ts';

interface Visit {
  readonly lcpMs: number;
  /** The time of React's takeover; null without scripts. */
  readonly takeoverMs: number | null;
  /** The durations of the tasks of more than 50 ms until the page was idle. */
  readonly longTasksMs: readonly number[];
  readonly transferredBytes: number;
  readonly requests: number;
}

/** Runs in the page before its own scripts. */
function observe() {
  const longTasksMs: number[] = [];
  const seen = { lcpMs: 0, takeoverMs: 0, longTasksMs };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasksMs.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver((changes) => {
    const root = document.getElementById('root');
    if (
      seen.takeoverMs === 0 &&
      root &&
      changes.some(({ target, removedNodes }) => target === root && removedNodes.length > 0)
    ) {
      seen.takeoverMs = performance.now();
    }
  }).observe(document, { subtree: true, childList: true });
}

const visitHome = (browser: Browser, url: string, withScripts: boolean): Promise<Visit> =>
  onSlowPhone(browser, async (page, cdp) => {
    let transferredBytes = 0;
    let requests = 0;
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      transferredBytes += encodedDataLength;
      requests += 1;
    });
    await page.addInitScript(observe);
    // Scripts are blocked by URL, so both visits get the same document.
    if (!withScripts) await cdp.send('Network.setBlockedURLs', { urls: ['*.js', '*/remotes/*', '*.woff2'] });
    await page.goto(url, { waitUntil: 'networkidle' });
    // A slow processor pauses for longer than the network's idle time, before it requests what the screen gets later.
    await page.waitForTimeout(3000);
    const seen: { lcpMs: number; takeoverMs: number; longTasksMs: number[] } =
      await page.evaluate('window.seen');
    return { ...seen, takeoverMs: withScripts ? seen.takeoverMs : null, transferredBytes, requests };
  });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Visits the first screen on a slow phone in turn: as it is, without scripts, and as a single app without federation. */
export const benchWeb = (rounds: number): Promise<BenchmarkResults> =>
  withBrowser(async (browser, { url }) => {
    const singleAppServer = await serveSingleApp(url);
    const visits: { full: Visit; bare: Visit; single: Visit }[] = [];
    try {
      // The first round is for warm-up.
      for (let round = -1; round < rounds; round++) {
        const full = await visitHome(browser, url, true);
        const bare = await visitHome(browser, url, false);
        const single = await visitHome(browser, singleAppServer.url, true);
        if (round >= 0) visits.push({ full, bare, single });
      }
    } finally {
      singleAppServer.stop();
    }
    const takeoverOf = ({ takeoverMs }: Visit) => takeoverMs ?? 0;
    return {
      'LCP, ms': visits.map(({ full }) => full.lcpMs),
      'LCP without scripts, ms': visits.map(({ bare }) => bare.lcpMs),
      'LCP of the single app, ms': visits.map(({ single }) => single.lcpMs),
      'LCP, ratio to LCP without scripts': visits.map(({ full, bare }) => full.lcpMs / bare.lcpMs),
      'LCP, ratio to the single app': visits.map(({ full, single }) => full.lcpMs / single.lcpMs),
      'takeover, ms': visits.map(({ full }) => takeoverOf(full)),
      'takeover of the single app, ms': visits.map(({ single }) => takeoverOf(single)),
      'takeover, ratio to LCP without scripts': visits.map(({ full, bare }) => takeoverOf(full) / bare.lcpMs),
      'takeover, ratio to the single app': visits.map(
        ({ full, single }) => takeoverOf(full) / takeoverOf(single),
      ),
      'longest task, ms': visits.map(({ full }) => Math.max(0, ...full.longTasksMs)),
      'tasks beyond 50 ms each, in sum, ms': visits.map(({ full }) =>
        sum(full.longTasksMs.map((task) => task - 50)),
      ),
      'transferred, KB': visits.map(({ full }) => full.transferredBytes / 1024),
      'transferred by the single app, KB': visits.map(({ single }) => single.transferredBytes / 1024),
      requests: visits.map(({ full }) => full.requests),
    };
  });
