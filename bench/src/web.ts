import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { browserFlags, findBrowser } from '@funnel/build/commands/find-browser';
import { buildChanged } from '@funnel/build/product/build-changed';
import { freePort } from '@funnel/build/product/process';
import { releaseChanged } from '@funnel/build/product/release-changed';
import { startProduct } from '@funnel/build/product/start-product';
import { chromium, type Browser } from 'playwright';

import type { BenchmarkResults } from './benchmark-results.ts';

// Lighthouse's slow 4G, on a processor a quarter as fast as this one.
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const cpuSlowdown = 4;

interface Visit {
  readonly largestPaintMs: number;
  /** When React took the page over; null without scripts. */
  readonly takeOverMs: number | null;
  readonly wireBytes: number;
  readonly requests: number;
}

/** Runs in the page, before anything of it. */
function observe() {
  const seen = { largestPaintMs: 0, takeOverMs: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new MutationObserver((changes) => {
    const root = document.getElementById('root');
    if (
      seen.takeOverMs === 0 &&
      root &&
      changes.some(({ target, removedNodes }) => target === root && removedNodes.length > 0)
    ) {
      seen.takeOverMs = performance.now();
    }
  }).observe(document, { subtree: true, childList: true });
}

async function visitHome(browser: Browser, url: string, withScripts: boolean): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  try {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', network);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    let wireBytes = 0;
    let requests = 0;
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      wireBytes += encodedDataLength;
      requests += 1;
    });
    await page.addInitScript(observe);
    // Scripts are kept out by their addresses, so that both visits get the very same document.
    if (!withScripts) await cdp.send('Network.setBlockedURLs', { urls: ['*.js', '*/remotes/*', '*.woff2'] });
    await page.goto(url, { waitUntil: 'networkidle' });
    const seen: { largestPaintMs: number; takeOverMs: number } = await page.evaluate('window.seen');
    return {
      largestPaintMs: seen.largestPaintMs,
      takeOverMs: withScripts ? seen.takeOverMs : null,
      wireBytes,
      requests,
    };
  } finally {
    await page.close();
  }
}

/** Visits home on a slow phone, with and without scripts in turn. */
export async function benchWeb(rounds: number): Promise<BenchmarkResults> {
  const log = (text: string) => console.log(`· ${text}`);
  await buildChanged(log);
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const product = await startProduct({
    port: await freePort(),
    operatorPort: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    env: process.env,
    onOutput: () => undefined,
  });
  const browser = await chromium.launch({
    executablePath: findBrowser(log),
    args: browserFlags,
  });
  try {
    await releaseChanged(product, new Set(), log);
    await visitHome(browser, product.url, true);
    const pairs: { full: Visit; bare: Visit }[] = [];
    for (let round = 0; round < rounds; round++) {
      const full = await visitHome(browser, product.url, true);
      pairs.push({ full, bare: await visitHome(browser, product.url, false) });
    }
    return {
      'largest paint, ms': pairs.map(({ full }) => full.largestPaintMs),
      'largest paint without scripts, ms': pairs.map(({ bare }) => bare.largestPaintMs),
      'largest paint, ratio to without scripts': pairs.map(
        ({ full, bare }) => full.largestPaintMs / bare.largestPaintMs,
      ),
      'React has taken over, ms': pairs.map(({ full }) => full.takeOverMs ?? 0),
      'React has taken over, ratio to bare paint': pairs.map(
        ({ full, bare }) => (full.takeOverMs ?? 0) / bare.largestPaintMs,
      ),
      'on the wire, KB': pairs.map(({ full }) => full.wireBytes / 1024),
      requests: pairs.map(({ full }) => full.requests),
    };
  } finally {
    await browser.close();
    await product.stop();
    rmSync(dataDir, { recursive: true });
  }
}
