import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { buildChanged, buildConsole, buildFunnel } from '../product/build-changed.ts';
import { freePort, portFromEnv } from '../product/process.ts';
import { releaseChanged } from '../product/release-changed.ts';
import { startReloadProxy } from '../product/reload-proxy.ts';
import { startProduct, usesSandbox, type Product } from '../product/start-product.ts';
import { buildTargets, inRoot, type AppName } from '../repository.ts';
import { watchApps } from '../watch.ts';

const { values } = parseArgs({ options: { watch: { type: 'boolean', default: false } } });
const startedMs = performance.now();
const elapsed = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
const log = (text: string) => console.log(`· ${text}`);

async function timeOfFirstPage(url: string): Promise<void> {
  const page = await fetch(url);
  if (!page.ok) throw new Error(`${url} returned ${page.status}`);
  await page.text();
  log(`first page after ${elapsed()}`);
}

async function release(product: Product, built: ReadonlySet<AppName>): Promise<void> {
  await releaseChanged(product, built, log);
  await timeOfFirstPage(product.url);
  await buildConsole(log);
}

function watch(product: Product, port: number, servicePort: number): void {
  const pages = startReloadProxy(port, servicePort);
  log('watching: changed apps are built and promoted; restart this command after a change of the service');
  let last = Promise.resolve();
  watchApps(buildTargets, () => {
    last = last
      .then(() => buildChanged(log))
      .then((rebuilt) => releaseChanged(product, rebuilt, log))
      .then(() => pages.reload())
      .catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
  });
}

async function start() {
  const port = await portFromEnv('PORT', 3000);
  const operatorPort = await portFromEnv('OPERATOR_PORT', 3001);
  const sandboxPort = usesSandbox(process.env) ? await portFromEnv('SANDBOX_PORT', 3010) : 0;
  const built = await buildFunnel(log);
  // While watching, a proxy that can reload open pages uses the port, and the service uses another one behind it.
  const servicePort = values.watch ? await freePort() : port;
  const product = await startProduct({
    port: servicePort,
    operatorPort,
    sandboxPort,
    dataDir: resolve(inRoot(), process.env['DATA_DIR'] ?? '.data'),
    env: process.env,
    onOutput: (text) => process.stdout.write(text),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void product.stop().then(() => process.exit(0)));
  }
  await release(product, built).catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  const url = `http://localhost:${port}`;
  console.log(`
  Funnel    ${url}
  Console   ${product.operatorsUrl}/
  Health    ${url}/healthz
  Operator  ${product.operatorToken}
  Payments  ${product.sandbox ? `sandbox; pay with 4242 4242 4242 4242, any later date, any CVC` : 'Stripe'}
`);
  if (values.watch) watch(product, port, servicePort);
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
