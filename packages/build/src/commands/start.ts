import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { buildChanged, buildConsole, buildFunnel } from '../product/build-changed.ts';
import { freePort } from '../product/process.ts';
import { releaseChanged } from '../product/release-changed.ts';
import { startReloadProxy } from '../product/reload-proxy.ts';
import { startProduct } from '../product/start-product.ts';
import { builtNames, inRoot } from '../repository.ts';
import { watchApps } from '../watch.ts';

const { values } = parseArgs({ options: { watch: { type: 'boolean', default: false } } });
const startedMs = performance.now();
const elapsed = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
const say = (text: string) => console.log(`· ${text}`);

async function timeOfFirstPage(url: string): Promise<void> {
  const page = await fetch(url);
  if (!page.ok) throw new Error(`${url} answered ${page.status}`);
  await page.text();
  say(`first page after ${elapsed()}`);
}

async function start() {
  const built = await buildFunnel(say);
  const port = Number(process.env['PORT'] ?? 3000);
  // While watching, a proxy that can reload the open pages takes the port, and the service one behind it.
  const servicePort = values.watch ? await freePort() : port;
  const product = await startProduct({
    port: servicePort,
    sandboxPort: Number(process.env['SANDBOX_PORT'] ?? 3010),
    dataDir: resolve(inRoot(), process.env['DATA_DIR'] ?? '.data'),
    env: process.env,
    onOutput: (text) => process.stdout.write(text),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void product.stop().then(() => process.exit(0)));
  }
  await releaseChanged(product, built, say);
  await timeOfFirstPage(product.url);
  await buildConsole(say);
  const url = `http://localhost:${port}`;
  console.log(`
  Funnel    ${url}
  Console   ${url}/console
  Health    ${url}/healthz
  Operator  ${product.operatorToken}
  Payments  ${product.sandbox ? `sandbox; pay with 4242 4242 4242 4242, any later date, any CVC` : 'Stripe'}
`);
  if (!values.watch) return;
  const pages = startReloadProxy(port, servicePort);
  say('watching; a change goes live when it is built');
  let last = Promise.resolve();
  watchApps(builtNames, () => {
    last = last
      .then(() => buildChanged(say))
      .then((rebuilt) => releaseChanged(product, rebuilt, say))
      .then(() => pages.reload())
      .catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
  });
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
