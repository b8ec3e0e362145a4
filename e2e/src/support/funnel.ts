import { rmSync } from 'node:fs';

import { freePort } from '@funnel/service-kit/http/free-port';
import { startProduct, type Product } from '@funnel/build/product/start-product';
import { test as base } from '@playwright/test';

import { startAdPlatforms, type AdPlatforms } from './ad-platforms.ts';
import { copyReleasedData } from './copy-released-data.ts';
import { startLeadReceiver, type LeadReceiver } from './lead-receiver.ts';

export interface Funnel extends Product {
  readonly leads: LeadReceiver;
  readonly ads: AdPlatforms;
  readonly dataDir: string;
  /** Output of the service and the payment sandbox. */
  readonly output: readonly string[];
  /** Sends a GET request to the service as an operator. */
  send(path: string): Promise<unknown>;
  /** Restarts service and payment sandbox on the same data with their clocks set ahead. */
  restart(aheadMs: number): Promise<void>;
}

interface Settings {
  /** A test file that deploys versions or stops the service needs a name of its own, which gives it a separate product. */
  readonly productName: string;
  /** Settings of the service. */
  readonly serviceEnv: Readonly<Record<string, string>>;
  /** Whether conversions are sent to the ad platforms. */
  readonly hasAds: boolean;
}

/** The option of Node that runs a script first. It is encoded, because Node splits its options at spaces. */
const runFirst = (script: string) => `--import=data:text/javascript,${encodeURIComponent(script)}`;

const clockAhead = (ms: number) => runFirst(`const { now } = Date; Date.now = () => now() + ${ms};`);

/**
 * Begins each request up to this time later, mostly by less, as on a busy machine, so that responses come in another order. A
 * test that does not wait for what it reads fails then.
 */
const delayed = (maxMs: number) =>
  runFirst(`
    import { Server } from 'node:http';
    const { emit } = Server.prototype;
    Server.prototype.emit = function (name, ...rest) {
      if (name !== 'request') return emit.call(this, name, ...rest);
      setTimeout(() => emit.call(this, name, ...rest), Math.random() ** 3 * ${maxMs});
      return true;
    };`);

const nodeOptions = (aheadMs: number, maxDelayMs: number): string =>
  [aheadMs > 0 && clockAhead(aheadMs), maxDelayMs > 0 && delayed(maxDelayMs)].filter(Boolean).join(' ');

/** Starts the whole product with these settings of the service. */
async function startFunnel({ serviceEnv, hasAds }: Pick<Settings, 'serviceEnv' | 'hasAds'>): Promise<Funnel> {
  const dataDir = copyReleasedData();
  const leads = await startLeadReceiver();
  const ads = await startAdPlatforms();
  const output: string[] = [];
  const [port, operatorPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  const start = (aheadMs: number) =>
    startProduct({
      port,
      operatorPort,
      sandboxPort,
      dataDir,
      env: {
        ...process.env,
        LEAD_WEBHOOK_URL: leads.url,
        RATE_LIMIT_PER_MINUTE: '100000',
        ...(hasAds && ads.env),
        ...serviceEnv,
        PRODUCT_NODE_OPTIONS: nodeOptions(aheadMs, Number(process.env['MAX_DELAY_MS'] ?? 0)),
      },
      onOutput: (text) => {
        output.push(text);
        if (process.env['SHOW_SERVICE_LOG']) process.stdout.write(text);
      },
    });
  let product = await start(0);
  return {
    ...product,
    get service() {
      return product.service;
    },
    get sandbox() {
      return product.sandbox;
    },
    leads,
    ads,
    dataDir,
    output,
    send: async (path) => {
      const headers = { Authorization: `Bearer ${product.operatorToken}` };
      return (await fetch(`${product.operatorsUrl}${path}`, { headers })).json();
    },
    restart: async (aheadMs) => {
      await product.stop();
      product = await start(aheadMs);
    },
    stop: async () => {
      await product.stop();
      await leads.close();
      await ads.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/**
 * The product that shows the payment in a dialog. Playwright compares options by identity, so only files that use this object share a
 * product.
 */
export const dialogProduct = {
  productName: 'payment in a dialog',
  serviceEnv: { CHECKOUT_PRESENTATION: 'dialog' },
};

/** The whole product on its own ports, shared by the tests of a worker. */
export const test = base.extend<{ console: string[] }, Settings & { funnel: Funnel; strictFunnel: Funnel }>({
  productName: ['shared', { scope: 'worker', option: true }],
  serviceEnv: [{}, { scope: 'worker', option: true }],
  hasAds: [false, { scope: 'worker', option: true }],
  funnel: [
    async ({ serviceEnv, hasAds }, use) => {
      const funnel = await startFunnel({ serviceEnv, hasAds });
      await use(funnel);
      await funnel.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** A second product that requires consent and shows the payment in a dialog. It starts only if a test uses it. */
  strictFunnel: [
    async ({ serviceEnv, hasAds }, use) => {
      const strict = { CONSENT: 'required', CHECKOUT_PRESENTATION: 'dialog' };
      const funnel = await startFunnel({ serviceEnv: { ...serviceEnv, ...strict }, hasAds });
      await use(funnel);
      await funnel.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ funnel }, use) => use(funnel.url),
  /** A request that a test answers can still be on its way when the test ends. Its answer then fails, which is no fault. */
  context: async ({ context }, use) => {
    await use(context);
    for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
  },
  /** Everything that the page writes to the console, and its uncaught errors. */
  console: async ({ page }, use) => {
    const lines: string[] = [];
    page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => lines.push(`pageerror: ${error.message}`));
    await use(lines);
  },
});

export { expect } from '@playwright/test';
