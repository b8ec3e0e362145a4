import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeTestBuild } from '../checks/write-test-build.testkit.ts';
import { createProgram } from './program.ts';

/** Publishes a build in a workflow. Returns the credentials that the operators' listener got, and what was printed. */
async function publishWith(operatorToken: string, response: object = {}) {
  const root = mkdtempSync(join(tmpdir(), 'remote-'));
  writeTestBuild(join(root, 'dist'));

  const credentials: unknown[] = [];
  const printed: string[] = [];
  const respond = ({ url = '', headers }: IncomingMessage) => {
    if (url.startsWith('/identity')) return { value: 'header.claims.signature' };
    credentials.push(headers.authorization);
    return { name: 'mfe-survey', version: '1.0.0', outcome: 'published', ...response };
  };
  const server = createServer((request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(respond(request))),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const environment = {
    RELEASE_URL: url,
    OPERATOR_TOKEN: operatorToken,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/identity`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'permission',
  };
  try {
    const program = createProgram({ root, environment, log: (text) => printed.push(text), contracts: [] });
    await program.parseAsync(['publish'], { from: 'user' });
    return { credentials, printed };
  } finally {
    server.close().closeAllConnections();
    rmSync(root, { recursive: true });
  }
}

it.each([
  [
    'its own identity if the token is empty, as a secret that does not exist is',
    '',
    'header.claims.signature',
  ],
  ['the token if it has one', 'a-token', 'a-token'],
])('a workflow publishes with %s', async (_, token, sent) => {
  const { credentials } = await publishWith(token);
  expect(new Set(credentials)).toEqual(new Set([`Bearer ${sent}`]));
});

it('prints what the service warns of', async () => {
  const warning = 'mfe-survey@1.0.0 was built for contract 4, which no published shell serves.';
  expect((await publishWith('a-token', { warning })).printed).toEqual([
    'published mfe-survey@1.0.0',
    `Warning: ${warning}`,
  ]);
});
