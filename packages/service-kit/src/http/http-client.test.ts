import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';

import { createHttpClient } from './http-client.ts';
import { isPublicIp } from './public-ip.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { port };
}

function client(options: Parameters<typeof createHttpClient>[0]) {
  const http = createHttpClient(options);
  closing.push(http.close);
  return http;
}

const call = (url: string) => ({ url, headers: {}, body: '{}' });

describe('outbound calls', () => {
  it.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '0.0.0.0',
    '127.1',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f.1',
    '0x7f000001',
    '127.0.0.1.',
  ])('do not reach %s if private networks are blocked', async (host) => {
    let reached = 0;
    const server = await serve((_, response) => (reached++, response.end()));
    const http = client({ allowPrivateDestinations: false });
    await expect(http.post(call(`http://${host}:${server.port}/`))).rejects.toMatchObject({
      code: 'PRIVATE_ADDRESS',
    });
    expect(reached).toBe(0);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a v4-mapped private address', ['::ffff:127.0.0.1']],
    ['the address of a cloud’s metadata', ['169.254.169.254']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['nothing', []],
  ])(
    'do not reach a name that resolves to %s, and resolve it once, when the socket connects',
    async (_, found) => {
      const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      // A second lookup would return another IP: the socket must connect to the one that was checked.
      const lookup = jest.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
        const callback = args.at(-1);
        if (typeof callback === 'function') callback(null, addresses);
      });
      const http = client({ allowPrivateDestinations: false });
      await expect(http.post(call('http://hooks.example.com/'))).rejects.toMatchObject({
        code: 'PRIVATE_ADDRESS',
      });
      expect(lookup).toHaveBeenCalledTimes(1);
      lookup.mockRestore();
    },
  );

  it('do not reach a name that resolves to a public IP first and to a private one the second time', async () => {
    let reached = 0;
    const server = await serve((_, response) => (reached++, response.end()));
    // Global unicast by its range, but unassigned, so that no packet leaves this machine.
    const addresses = [{ address: '2000::1', family: 6 }];
    const lookup = jest.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === 'function') callback(null, addresses.splice(0, 1));
      addresses.push({ address: '127.0.0.1', family: 4 });
    });
    const http = client({ allowPrivateDestinations: false, timeoutMs: 500 });
    const url = `http://hooks.example.com:${server.port}/`;
    await expect(http.post(call(url))).rejects.not.toMatchObject({ code: 'PRIVATE_ADDRESS' });
    expect([lookup.mock.calls.length, reached]).toEqual([1, 0]);
    await expect(http.post(call(url))).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
    expect([lookup.mock.calls.length, reached]).toEqual([2, 0]);
    lookup.mockRestore();
  });

  it('time out on a response that arrives in drips', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const http = client({ allowPrivateDestinations: true, timeoutMs: 200 });
    await expect(http.post(call(`http://localhost:${server.port}/`))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it.each([
    ['the call', 10_000, 200],
    ['the client', 200, undefined],
  ])('end after the timeout of %s', async (_, timeoutMs, ofCallMs) => {
    const server = await serve(() => undefined);
    const http = client({ allowPrivateDestinations: true, timeoutMs });
    const request = { ...call(`http://localhost:${server.port}/`), timeoutMs: ofCallMs };
    const startedAt = performance.now();
    await expect(http.post(request)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('end after three seconds if the receiver accepts the connection and does not answer its handshake', async () => {
    const silent = createTcpServer().listen(0, '127.0.0.1');
    closing.push(() => silent.close());
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const http = client({ allowPrivateDestinations: true });
    const startedAt = performance.now();
    await expect(http.post(call(`https://127.0.0.1:${port}/`))).rejects.toMatchObject({
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThan(2500);
    expect(tookMs).toBeLessThan(8000);
  });

  it('end after 64 KB of a response that never ends', async () => {
    const server = await serve((_, response) => {
      const writing = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(writing));
    });
    const http = client({ allowPrivateDestinations: true });
    expect((await http.post(call(`http://127.0.0.1:${server.port}/`))).body).toHaveLength(64 * 1024);
  });

  it('send the headers and the body as a POST, and follow no redirect', async () => {
    const received: unknown[] = [];
    const server = await serve((request, response) => {
      void text(request).then((body) => {
        received.push([request.method, request.url, request.headers['x-signature'], body]);
        response.writeHead(302, { Location: '/elsewhere' }).end('moved');
      });
    });
    const http = client({ allowPrivateDestinations: true });
    const url = `http://127.0.0.1:${server.port}/hook`;
    const response = await http.post({ url, headers: { 'x-signature': 'abc' }, body: '{"a":1}' });
    expect([response.status, response.headers['location'], response.body]).toEqual([
      302,
      '/elsewhere',
      'moved',
    ]);
    expect(received).toEqual([['POST', '/hook', 'abc', '{"a":1}']]);
  });

  it('are not possible once the client is closed', async () => {
    const server = await serve((_, response) => response.end());
    const http = createHttpClient({ allowPrivateDestinations: true });
    await http.close();
    await expect(http.post(call(`http://127.0.0.1:${server.port}/`))).rejects.toMatchObject({
      code: 'UND_ERR_DESTROYED',
    });
  });

  it('say which host is of a private network', async () => {
    const http = client({ allowPrivateDestinations: false });
    await expect(http.post(call('http://127.0.0.1/'))).rejects.toThrow(
      '127.0.0.1 is an address of a private network',
    );
  });

  it('read at most 64 KB of a response', async () => {
    const server = await serve((_, response) => response.end('x'.repeat(1_000_000)));
    const http = client({ allowPrivateDestinations: true });
    expect((await http.post(call(`http://127.0.0.1:${server.port}/`))).body).toHaveLength(64 * 1024);
  });
});

describe('public addresses', () => {
  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '64:ff9b:1::a00:1',
    '2001:0:a00:1::',
    '2001:db8::1',
    'fec0::1',
    '4000::1',
    '198.18.0.1',
    '255.255.255.255',
    '127.1',
    'nonsense',
  ])('do not include %s', (address) => expect(isPublicIp(address)).toBe(false));
  it.each(['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
    'include %s',
    (address) => expect(isPublicIp(address)).toBe(true),
  );
});
