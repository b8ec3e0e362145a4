import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openProduct } from './product-reader.ts';

const setOf = (id: string) => JSON.stringify({ id, number: 1, shell: '1.0.0', remotes: [], previous: [] });

let cache: string;
let product: Server;
let origin: URL;
let liveSet: string;
let respond: (headers: IncomingHttpHeaders, response: ServerResponse) => void;
/** The release sets that the reads of a page named. */
let named: unknown[];

beforeEach(async () => {
  cache = mkdtempSync(join(tmpdir(), 'product-'));
  liveSet = 'set-1';
  named = [];
  respond = (_headers, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('a page');
  product = createServer(({ url, headers }, response) => {
    if (url === '/api/release-set') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(setOf(liveSet));
      return;
    }
    named.push(headers['x-release-set']);
    respond(headers, response);
  }).listen(0, '127.0.0.1');
  await once(product, 'listening');
  const address = product.address();
  origin = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
});
afterEach(() => {
  stop();
  rmSync(cache, { recursive: true });
});

const stop = () => product.close().closeAllConnections();
const reader = { accept: 'text/html', language: 'en', cookie: '', setId: '' };
const inGerman = { ...reader, language: 'de' };

it('shows a page again that was loaded before, in its language, while the product is unreachable', async () => {
  const live = await openProduct(origin, cache);
  respond = (headers, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(headers['accept-language'] === 'de' ? 'Wie alt sind Sie?' : 'How old are you?');
  await live.read('/step-1', reader);
  await live.read('/step-1', inGerman);
  stop();
  for (const path of ['/step-1', '/step-2']) {
    expect(String((await live.read(path, reader))?.body)).toBe('How old are you?');
    expect(String((await live.read(path, inGerman))?.body)).toBe('Wie alt sind Sie?');
  }
  expect(await live.read('/step-1', { ...reader, language: 'fr' })).toBeNull();
  expect(await live.read('/assets/1.0.0/main.js', { ...reader, accept: '*/*' })).toBeNull();
});

it('passes on a failure of the product, and does not keep it for when the product is unreachable', async () => {
  const live = await openProduct(origin, cache);
  await live.read('/final', reader);
  respond = (_headers, response) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('out of service');
  expect(await live.read('/final', reader)).toMatchObject({ status: 503 });
  stop();
  const shown = await live.read('/final', reader);
  expect([shown?.status, String(shown?.body)]).toEqual([200, 'a page']);
});

it('passes on a redirect of the product, which the browser follows on this machine', async () => {
  const live = await openProduct(origin, cache);
  respond = (_headers, response) => response.writeHead(308, { location: '/final' }).end();
  expect(await live.read('/final/', reader)).toMatchObject({ status: 308, headers: { location: '/final' } });
});

it('shows nothing of another product while one is unreachable', async () => {
  await openProduct(origin, cache);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  other.close();
  await expect(openProduct(url, cache)).rejects.toThrow('no set of it was loaded before');
});

it('passes on no header that binds a browser to the product or describes its connection', async () => {
  const live = await openProduct(origin, cache);
  respond = (_headers, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'strict-transport-security': 'max-age=31536000',
        'alt-svc': 'h3=":443"',
        'keep-alive': 'timeout=5',
        'content-security-policy': "default-src 'none'",
      })
      .end('a page');
  const { headers = {} } = (await live.read('/', reader)) ?? {};
  expect(Object.keys(headers).sort()).toEqual(['content-security-policy', 'content-type', 'date']);
});

it('reads with the set of the read before, until another set is live', async () => {
  const live = await openProduct(origin, cache);
  await live.read('/', reader);
  liveSet = 'set-2';
  await live.read('/api/release-set', { ...reader, accept: 'application/json' });
  await live.read('/', reader);
  await live.read('/', { ...reader, setId: 'set-of-the-page' });
  expect(named).toEqual(['set-1', 'set-2', 'set-of-the-page']);
});
