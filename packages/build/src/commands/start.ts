import { resolve } from 'node:path';

import { readConfig } from '@funnel/api/config';
import { freePort } from '@funnel/service-kit/http/free-port';

import { buildChanged, buildConsoleIfChanged, buildFunnel } from '../product/build-changed.ts';
import { checkPortIsFree, portFromEnv } from '../product/process.ts';
import { releaseChanged } from '../product/release-changed.ts';
import { startReloadProxy } from '../product/reload-proxy.ts';
import {
  operatorTokenFile,
  serviceEnvironment,
  startProduct,
  usesSandbox,
  type Product,
} from '../product/start-product.ts';
import { buildTargets, inRoot } from '../repository.ts';
import { watchApps } from '../watch.ts';
import { log, printError, readArguments } from './command-line.ts';

const { values } = readArguments(
  'Usage: npm start, or npm run dev, which also builds again after each change',
  { options: { watch: { type: 'boolean', default: false } } },
);
const startedMs = performance.now();
const elapsed = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;

async function logTimeOfFirstPage(url: string): Promise<void> {
  const page = await fetch(url);
  if (!page.ok) throw new Error(`${url} responded with ${page.status}`);
  await page.text();
  log(`first page after ${elapsed()}`);
}

async function release(product: Product): Promise<void> {
  await releaseChanged(product, log);
  await logTimeOfFirstPage(product.url);
  await buildConsoleIfChanged(log);
}

function watch(product: Product, port: number, servicePort: number): void {
  const pages = startReloadProxy(port, servicePort);
  log('watching; a change to an app goes live when it is built; restart to load a change to the service');
  watchApps(buildTargets, performance.timeOrigin + startedMs, () =>
    buildChanged(log)
      .then(() => releaseChanged(product, log))
      .then(() => pages.reload())
      .catch(printError),
  );
}

/** The operator token for the terminal. An output that is redirected may be kept, so it only names where the token is. */
function describeToken({ operatorToken }: Product, dataDir: string): string {
  if (process.env['OPERATOR_TOKEN']) return 'the token in OPERATOR_TOKEN';
  return process.stdout.isTTY ? operatorToken : `the token in ${operatorTokenFile(dataDir)}`;
}

/** Checks every setting before anything is built. Throws with one line for each that is wrong. */
async function readSettings() {
  const sandboxPort = usesSandbox(process.env) ? portFromEnv('SANDBOX_PORT', 3010) : 0;
  const dataDir = resolve(inRoot(), process.env['DATA_DIR'] || '.data');
  const config = readConfig(serviceEnvironment({ sandboxPort, dataDir, env: process.env }));
  await checkPortIsFree('PORT', config.PORT);
  await checkPortIsFree('OPERATOR_PORT', config.OPERATOR_PORT);
  if (sandboxPort > 0) await checkPortIsFree('SANDBOX_PORT', sandboxPort);
  const provider = config.stripe ? 'Stripe' : 'none; set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY';
  return {
    port: config.PORT,
    operatorPort: config.OPERATOR_PORT,
    sandboxPort,
    dataDir,
    payments: sandboxPort > 0 ? 'sandbox; pay with 4242 4242 4242 4242, any later date, any CVC' : provider,
  };
}

async function start() {
  const { port, operatorPort, sandboxPort, dataDir, payments } = await readSettings();
  await buildFunnel(log);
  // While watching, a proxy that reloads open pages has the port, and the service has another one behind it.
  const servicePort = values.watch ? await freePort() : port;
  const product = await startProduct({
    port: servicePort,
    operatorPort,
    sandboxPort,
    dataDir,
    env: process.env,
    onOutput: (text) => process.stdout.write(text),
  });
  // npm repeats to this process a signal that the whole group already has: only the first one counts.
  let stopping: Promise<void> | undefined;
  // A closed terminal sends SIGHUP.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => (stopping ??= product.stop().then(() => process.exit(0))));
  }
  for (const running of [product.service, product.sandbox])
    running?.child.once('exit', (code, signal) => {
      if (stopping) return;
      console.error(
        `${running.script} ended unexpectedly (${signal ?? `exit code ${code}`}). Its last output is above. Run npm start again.`,
      );
      stopping = product.stop().then(() => process.exit(1));
    });
  await release(product).catch(async (error: unknown) => {
    await (stopping ??= product.stop());
    throw error;
  });
  const url = `http://localhost:${port}`;
  console.log(`
  Funnel    ${url}
  Console   ${product.operatorsUrl}/
  Health    ${url}/healthz
  Operator  ${describeToken(product, dataDir)}
  Payments  ${payments}
`);
  if (values.watch) watch(product, port, servicePort);
}

start().catch((error: unknown) => {
  printError(error);
  process.exitCode = 1;
});
