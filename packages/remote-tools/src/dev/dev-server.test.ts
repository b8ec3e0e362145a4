import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeTestBuild } from '../checks/write-test-build.testkit.ts';
import { startDevServer } from './dev-server.ts';
import type { ProductResponse } from './product-reader.ts';

const set = { id: '1', number: 1, shell: '1.0.0', remotes: [], previous: [] };

/** Listens on this port, or on a free one. */
async function listen(respond?: RequestListener, wanted = 0) {
  const server = createServer(respond).listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}

/** Finds a port below those of outgoing connections, which could take it before the server under test listens. */
async function findFreePort(): Promise<number> {
  const found = await listen(undefined, randomInt(10_100, 32_000)).catch(() => null);
  if (!found) return findFreePort();
  await new Promise((resolve) => found.server.close(resolve));
  return found.port;
}

it('rejects a port that is in use, and says how to choose another one', async () => {
  const { server: other, port } = await listen();
  const product = { origin: 'http://127.0.0.1:1', set, read: async () => null };
  const starting = startDevServer({ product, folder: __dirname, port, allowsWrites: false });
  await expect(starting).rejects.toThrow(`Port ${port} is in use. Choose another one with --port.`);
  other.close();
});

describe('a remote in the live set of a product', () => {
  const notFound: ProductResponse = {
    status: 404,
    headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=60' },
    body: Buffer.from(
      `<script type="application/json" id="release-set">${JSON.stringify(set)}</script>Page not found`,
    ),
    cookies: ['visit=of-the-product; Path=/'],
  };

  /** Starts it for a build with the path `/survey`, and requests a path that the product does not know. */
  async function request(path: string, { allowsWrites = false, live = notFound } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'build-'));
    writeTestBuild(folder);
    const cookies: string[] = [];
    const product = {
      origin: 'http://127.0.0.1:1',
      set,
      read: async (_url: string, { cookie }: { readonly cookie: string }) => {
        cookies.push(cookie);
        return live;
      },
    };
    const port = await findFreePort();
    const server = await startDevServer({ product, folder, port, allowsWrites });
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { cookie: 'visit=of-the-developer', accept: 'text/html' },
    });
    const page = await response.text();
    server.close();
    rmSync(folder, { recursive: true });
    return { response, page, cookies };
  }

  it('is found at a path that only the local build has, and at no other', async () => {
    const { response, page } = await request('/survey?from=a-link');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page).toContain('/remotes/mfe-survey/0.0.0+local/');
    expect((await request('/another')).response.status).toBe(404);
  });

  it('passes on the reason why the product sends no set', async () => {
    const problem = { code: 'too-many-requests', status: 429 };
    const { response, page } = await request('/api/release-set', {
      live: {
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '60' },
        body: Buffer.from(JSON.stringify(problem)),
        cookies: [],
      },
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    expect(JSON.parse(page)).toEqual(problem);
  });

  it('exchanges no cookies with the product, which so knows of no visit, unless writes are allowed', async () => {
    const alone = await request('/survey');
    expect([alone.cookies, alone.response.headers.getSetCookie()]).toEqual([[''], []]);
    const writing = await request('/survey', { allowsWrites: true });
    expect(writing.cookies).toEqual(['visit=of-the-developer']);
    expect(writing.response.headers.getSetCookie()).toEqual(['visit=of-the-product; Path=/']);
  });
});

it('sends a write in the language of its page, if writes are allowed', async () => {
  const languages: unknown[] = [];
  const live = await listen((request, response) => {
    languages.push(request.headers['x-locale']);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  writeTestBuild(folder);
  const product = { origin: `http://127.0.0.1:${live.port}`, set, read: async () => null };
  const server = await startDevServer({ product, folder, port, allowsWrites: true });
  const headers = { 'content-type': 'application/json', 'x-locale': 'de' };
  const response = await fetch(`http://127.0.0.1:${port}/api/leads`, { method: 'POST', headers, body: '{}' });
  expect(response.status).toBe(200);
  expect(languages).toEqual(['de']);
  server.close();
  live.server.close();
  rmSync(folder, { recursive: true });
});

it('reloads every open page with one complete event', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  writeTestBuild(folder);
  const port = await findFreePort();
  const product = { origin: 'http://127.0.0.1:1', set, read: async () => null };
  const server = await startDevServer({ product, folder, port, allowsWrites: false });
  const script = await (await fetch(`http://127.0.0.1:${port}/__reload.js`)).text();
  const [, events = ''] = /new EventSource\('(.+?)'\)/.exec(script) ?? [];
  const openPage = () => fetch(`http://127.0.0.1:${port}${events}`);
  /** What the server sends to a page until it sends data. */
  async function readData({ body }: Response): Promise<string> {
    let text = '';
    for await (const bytes of body ?? []) {
      text += Buffer.from(bytes).toString();
      if (text.includes('data:')) break;
    }
    return text;
  }
  const pages = [await openPage(), await openPage()];
  expect(pages.map(({ headers }) => headers.get('content-type'))).toEqual(Array(2).fill('text/event-stream'));
  server.reload();
  // An empty line ends an event, and a browser ignores one that has not ended.
  for (const page of pages) expect(await readData(page)).toMatch(/^data: .*\n\n$/m);
  server.close();
  rmSync(folder, { recursive: true });
});
