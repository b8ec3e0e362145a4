import { createServer } from 'node:net';
import { once } from 'node:events';

import { call, type ReleaseError } from './publish-client.ts';

afterEach(() => jest.restoreAllMocks());

/** The error of the release client after a deployment, to a service at this URL. */
const deployTo = (url: string): Promise<ReleaseError> =>
  call({ url, token: 'a-token' }, (api) => api.rollBack({})).then(
    () => {
      throw new Error('the service has responded');
    },
    (error: ReleaseError) => error,
  );

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Makes each request fail as `fetch` does. */
const failWith = (cause: object) =>
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));

describe('a change whose request fails', () => {
  it.each([
    ['the network to the service fails', { code: 'ENETUNREACH', syscall: 'read' }],
    ['the service can no longer be reached', { code: 'EHOSTUNREACH', syscall: 'write' }],
    ['TLS finds a changed byte', { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }],
    ['TLS fails in the middle of a connection', { code: 'EPROTO', syscall: 'write' }],
    ['the connection times out', { code: 'ETIMEDOUT', syscall: 'read' }],
  ])('may have been made if %s after it was sent', async (_, cause) => {
    failWith(cause);
    expect(await deployTo('https://releases.example.com')).toMatchObject({
      isUnconfirmed: true,
      code: 'response-lost',
    });
  });

  it.each([
    ['the network is unreachable', { code: 'ENETUNREACH', syscall: 'connect' }],
    ['the connection times out', { code: 'ETIMEDOUT', syscall: 'connect' }],
    [
      'no address of the service can be reached',
      {
        code: 'ENETUNREACH',
        errors: ['ENETUNREACH', 'EHOSTUNREACH'].map((code) => ({ code, syscall: 'connect' })),
      },
    ],
    ['its name is unknown', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    ['its certificate has expired', { code: 'CERT_HAS_EXPIRED' }],
    ['its certificate has another name', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
  ])('was not made if %s before it was sent', async (_, cause) => {
    failWith(cause);
    expect(await deployTo('https://releases.example.com')).toMatchObject({
      isUnconfirmed: false,
      code: 'unreachable',
    });
  });

  // A name with several addresses has an error of another form.
  it.each(['127.0.0.1', 'localhost'])('was not made if nothing listens at %s', async (host) => {
    expect(await deployTo(`http://${host}:${await closedPort()}`)).toMatchObject({
      isUnconfirmed: false,
      code: 'unreachable',
    });
  });
});
