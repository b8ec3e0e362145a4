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

// Lighthouse's slow 4G, and a processor slowed down by 4.
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const cpuSlowdown = 4;

interface Visit {
  readonly lcpMs: number;
  /** The time of React's takeover; null without scripts. */
  readonly takeoverMs: number | null;
  readonly wireBytes: number;
  readonly requests: number;
}

/** Runs in the page before its own scripts. */
function observe() {
  const seen = { lcpMs: 0, takeoverMs: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
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
    // Scripts are blocked by URL, so both visits get the same document.
    if (!withScripts) await cdp.send('Network.setBlockedURLs', { urls: ['*.js', '*/remotes/*', '*.woff2'] });
    await page.goto(url, { waitUntil: 'networkidle' });
    const seen: { lcpMs: number; takeoverMs: number } = await page.evaluate('window.seen');
    return {
      lcpMs: seen.lcpMs,
      takeoverMs: withScripts ? seen.takeoverMs : null,
      wireBytes,
      requests,
    };
  } finally {
    await page.close();
  }
}

/** Visits the first screen on a slow phone, with and without scripts in turn. */
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
      'LCP, ms': pairs.map(({ full }) => full.lcpMs),
      'LCP without scripts, ms': pairs.map(({ bare }) => bare.lcpMs),
      'LCP, ratio to LCP without scripts': pairs.map(({ full, bare }) => full.lcpMs / bare.lcpMs),
      'takeover, ms': pairs.map(({ full }) => full.takeoverMs ?? 0),
      'takeover, ratio to LCP without scripts': pairs.map(
        ({ full, bare }) => (full.takeoverMs ?? 0) / bare.lcpMs,
      ),
      'transferred, KB': pairs.map(({ full }) => full.wireBytes / 1024),
      requests: pairs.map(({ full }) => full.requests),
    };
  } finally {
    await browser.close();
    await product.stop();
    rmSync(dataDir, { recursive: true });
  }
}
