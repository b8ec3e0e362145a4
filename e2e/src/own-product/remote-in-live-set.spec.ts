import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';
import { inRoot } from '@funnel/build/repository';
import { startDevServer, type DevServer } from '@funnel/remote-tools/dev/dev-server';
import { openProduct } from '@funnel/remote-tools/dev/product-reader';

import { relabelBuild, release } from '../support/builds.ts';
import { expect, test } from '../support/funnel.ts';
import { heading } from '../support/journey.ts';

test.use({ productName: 'a product whose live set a team develops against' });

/** Forwards requests to the product, and notes those that may write, with the release set that they report. */
async function startRecorder(productUrl: string, port: number) {
  const writes: string[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    if (method !== 'GET' && method !== 'HEAD')
      writes.push(`${method} ${url} ${String(headers['x-release-set'])}`);
    const onward = request(new URL(url, productUrl), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { writes, close: () => void server.close().closeAllConnections() };
}

interface LiveSet {
  readonly id: string;
  readonly remotes: readonly {
    readonly name: string;
    readonly integrity: Readonly<Record<string, string>>;
  }[];
}
const readSet = async (url: string): Promise<LiveSet> => (await fetch(`${url}/api/release-set`)).json();
const withoutQuiz = ({ remotes }: LiveSet) => remotes.filter(({ name }) => name !== 'mfe-quiz');
const readBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

let cache: string;
let recorderUrl: string;
let recorder: Awaited<ReturnType<typeof startRecorder>>;
let server: DevServer;
let url: string;
const start = async (port: number, product: string, allowsWrites = false) =>
  startDevServer({
    product: await openProduct(new URL(product), cache),
    folder: relabelBuild('mfe-quiz', '903.0.0'),
    port,
    allowsWrites,
  });

test.beforeEach(async ({ funnel }) => {
  mkdirSync(inRoot('.cache'), { recursive: true });
  cache = mkdtempSync(inRoot('.cache/live-set-'));
  const [recorderPort, port] = [await freePort(), await freePort()];
  recorder = await startRecorder(funnel.url, recorderPort);
  recorderUrl = `http://127.0.0.1:${recorderPort}`;
  server = await start(port, recorderUrl);
  url = `http://localhost:${port}`;
});
test.afterEach(() => {
  server.close();
  recorder.close();
  rmSync(cache, { recursive: true });
});

test('only the local remote differs from the live set, and nothing is written to the product', async ({
  page,
  funnel,
}) => {
  const [live, shown] = [await readSet(funnel.url), await readSet(url)];
  expect(withoutQuiz(live).length).toBeGreaterThan(1);
  expect(withoutQuiz(shown)).toEqual(withoutQuiz(live));
  for (const path of withoutQuiz(live).flatMap(({ integrity }) => Object.keys(integrity)))
    expect((await readBytes(url + path)).equals(await readBytes(funnel.url + path)), path).toBe(true);

  const loaded: string[] = [];
  page.on('requestfinished', (sent) => loaded.push(`${sent.method()} ${new URL(sent.url()).pathname}`));
  await page.goto(`${url}/step-1`);
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(heading(page, '1,000,000+ people use Candela')).toBeVisible();
  await expect.poll(() => loaded).toContain('GET /remotes/mfe-quiz/0.0.0+local/remoteEntry.js');
  const lead = await fetch(`${url}/api/leads`, { method: 'POST', body: '{}' });
  expect(lead.status).toBe(202);
  const checkout = await fetch(`${url}/api/create-checkout`, { method: 'POST', body: '{}' });
  expect(await checkout.json()).toMatchObject({ status: 503, code: 'unavailable' });
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await fetch(`${url}/api/leads`, { method })).status, method).toBe(202);
  expect(recorder.writes).toEqual([]);
});

test('the last set is shown while the product is unreachable', async ({ page }) => {
  await page.goto(`${url}/step-1`);
  await expect(page.getByRole('button', { name: '25-34' })).toBeEnabled();
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(heading(page, '1,000,000+ people use Candela')).toBeVisible();
  recorder.close();
  await page.goto(`${url}/step-1`);
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(heading(page, '1,000,000+ people use Candela')).toBeVisible();
  // A page that was not read before.
  await page.goto(`${url}/step-2`);
  await expect(heading(page, 'What is your most familiar source of income?')).toBeVisible();
});

test('writes reach the product if they are allowed, with the set of their page, but not from pages of other sites', async () => {
  server.close();
  server = await start(Number(new URL(url).port), recorderUrl, true);
  const postFrom = async (origin: string) => {
    const headers = { origin, 'content-type': 'application/json', 'x-release-set': 'set-of-the-page' };
    return (await fetch(`${url}/api/events`, { method: 'POST', headers, body: '{}' })).status;
  };
  // The product rejects what is no batch of events.
  expect(await postFrom(url)).toBe(422);
  expect(await postFrom('https://example.com')).toBe(202);
  expect(recorder.writes).toEqual(['POST /api/events set-of-the-page']);
});

test('funnel-remote dev shows a remote in the live set, and open pages reload after a change', async ({
  page,
  funnel,
}) => {
  const folder = join(cache, 'mfe-rspack');
  cpSync(inRoot('docs/examples/rspack'), folder, {
    recursive: true,
    filter: (path) => !/node_modules|dist$/.test(path),
  });
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '@funnel/remote-tools/config/tsconfig.json',
      include: ['src', 'remote.config.ts'],
    }),
  );
  const port = await freePort();
  const program = inRoot('packages/remote-tools/src/cli/funnel-remote.ts');
  const args = ['--import', 'tsx', '--conditions=source', program, 'dev', '--shell', funnel.url];
  const dev: ChildProcess = spawn(process.execPath, [...args, '--port', String(port)], { cwd: folder });
  let printed = '';
  dev.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  dev.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    await expect
      .poll(() => printed, { timeout: 90_000 })
      .toContain(`http://localhost:${port} shows the live set`);
    await page.goto(`http://localhost:${port}/rspack`);
    await expect(heading(page, 'Built by Rspack')).toBeVisible();
    const file = join(folder, 'src/rspack.remote.tsx');
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, source.replaceAll('Built by Rspack', 'Built again'));
    await expect(heading(page, 'Built again')).toBeVisible({ timeout: 60_000 });
  } finally {
    dev.kill();
  }
});

test('every read gets the same set during a canary', async ({ funnel }) => {
  const version = '903.1.0';
  await release(funnel, 'publish', 'mfe-pricing', '--dir', relabelBuild('mfe-pricing', version));
  await release(funnel, 'promote', `mfe-pricing@${version}`, '--canary', '50');
  const reads = await Promise.all(Array.from({ length: 20 }, () => readSet(url)));
  const direct = await Promise.all(Array.from({ length: 20 }, () => readSet(funnel.url)));
  expect(new Set(direct.map(({ id }) => id)).size).toBe(2);
  expect(new Set(reads.map(({ id }) => id)).size).toBe(1);
});
