import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeTestBuild } from '../checks/write-test-build.testkit.ts';
import { createProgram } from './program.ts';

let root: string;
let printed: string[];
let url: string;
/** What the operators' listener got. */
let requests: string[];
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  const result = { name: 'mfe-survey', version: '1.0.0', outcome: 'published' };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => server.close().closeAllConnections());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'remote-'));
  printed = [];
  requests = [];
});
afterEach(() => rmSync(root, { recursive: true }));

const publish = (...options: readonly string[]) =>
  createProgram({
    root,
    environment: { RELEASE_URL: url, OPERATOR_TOKEN: 'token' },
    log: (text) => printed.push(text),
    contracts: [],
  }).parseAsync(['publish', ...options], { from: 'user' });

it.each([
  {
    dir: 'dist',
    options: [],
    reason:
      'dist has version 1.0.0, package.json has 1.1.0. Build it again (npx funnel-remote build, or your bundler and npx funnel-remote pack)',
  },
  {
    dir: 'out',
    options: ['--dir', 'out'],
    reason:
      'out has version 1.0.0, package.json has 1.1.0. Build it again (npx funnel-remote build --dir out, or your bundler and npx funnel-remote pack)',
  },
])('does not publish the build of an earlier version in $dir', async ({ dir, options, reason }) => {
  writeTestBuild(join(root, dir));
  writeFileSync(join(root, 'package.json'), '{ "version": "1.1.0" }');
  await expect(publish(...options)).rejects.toThrow(reason);
  expect(requests).toEqual([]);
});

it('publishes the build of the version in package.json', async () => {
  writeTestBuild(join(root, 'dist'));
  writeFileSync(join(root, 'package.json'), '{ "version": "1.0.0" }');
  await publish();
  expect(printed).toEqual(['published mfe-survey@1.0.0']);
  expect(requests).toEqual(['POST /api/releases/builds']);
});

it.each([
  ['text that is not JSON', '{', /^remote\.json cannot be read: .*JSON/],
  [
    'a manifest with a missing member',
    '{ "kind": "remote" }',
    /^remote\.json cannot be read: ✖ Invalid input: expected string, received undefined\n  → at name\n/,
  ],
])('says what is wrong with a remote.json that has %s', async (_, text, reason) => {
  writeTestBuild(join(root, 'dist'));
  writeFileSync(join(root, 'dist/remote.json'), text);
  await expect(publish()).rejects.toThrow(reason);
});
