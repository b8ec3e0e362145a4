import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';

import { freePort } from '@funnel/service-kit/http/free-port';

import { startReloadProxy, type ReloadProxy } from './reload-proxy.ts';

const page = '<!doctype html><title>Quiz</title><p>How old are you?</p>';

let service: Server;
let proxy: ReloadProxy;
let url: string;
beforeEach(async () => {
  const [port, servicePort] = [await freePort(), await freePort()];
  // As the service, it compresses for a caller that can read it, and states the length.
  service = createServer((request, response) => {
    const type = request.url === '/' ? 'text/html; charset=utf-8' : 'text/javascript';
    const isCompressed = /gzip/.test(request.headers['accept-encoding'] ?? '');
    const body = isCompressed ? gzipSync(page) : Buffer.from(page);
    response.writeHead(200, {
      'content-type': type,
      'content-length': body.length,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    });
    response.end(body);
  }).listen(servicePort, '127.0.0.1');
  await once(service, 'listening');
  proxy = startReloadProxy(port, servicePort);
  url = `http://127.0.0.1:${port}`;
});
afterEach(() => {
  proxy.close();
  service.close();
});

it('adds the script that reloads to the end of a page, also for a browser that reads compressed pages', async () => {
  const response = await fetch(`${url}/`, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(await response.text()).toBe(`${page}<script src="/__reload.js"></script>`);
  expect(await (await fetch(`${url}/__reload.js`)).text()).toContain('location.reload()');
});

it('changes no other file', async () => {
  const response = await fetch(`${url}/shell.js`);
  expect(response.headers.get('content-length')).toBe(String(page.length));
  expect(await response.text()).toBe(page);
});

it('says that the service is unreachable', async () => {
  service.close();
  const response = await fetch(`${url}/`);
  expect([response.status, await response.text()]).toEqual([
    502,
    'The service is unreachable. See its output.',
  ]);
});
