import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { requestIdentityToken } from './identity-token.ts';

let server: Server;
let status = 200;
const requests: IncomingMessage[] = [];
let environment: Record<string, string>;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end('{"value":"header.claims.signature"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  environment = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'permission',
  };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const operators = 'https://operators.example.com/';

it('is requested with the service as its audience and the token of the workflow’s permission', async () => {
  expect(await requestIdentityToken(environment, operators)).toBe('header.claims.signature');
  const [request] = requests;
  expect(request?.url).toBe('/token?api-version=2.0&audience=https%3A%2F%2Foperators.example.com');
  expect(request?.headers.authorization).toBe('Bearer permission');
});

it('is not requested outside of a workflow with the permission', async () => {
  expect(await requestIdentityToken({}, operators)).toBeNull();
  expect(
    await requestIdentityToken({ ...environment, ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' }, operators),
  ).toBeNull();
});

it('is reported as not available with the reason', async () => {
  status = 403;
  await expect(requestIdentityToken(environment, operators)).rejects.toThrow(
    'The identity token of this workflow cannot be requested: Error: HTTP 403',
  );
});
