import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { problems } from '@funnel/contracts/problems';

import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { status } from './release-calls.testkit.ts';
import {
  clientOf,
  publishProduct,
  publishTest,
  testQuiz,
  testRemote,
  writeBuild,
} from './release.testkit.ts';
import { release } from './run-release.testkit.ts';

type Lose = (response: ServerResponse) => void;

const respondWith =
  (code: number, type: string, body: string): Lose =>
  (response) =>
    response.writeHead(code, { 'content-type': type }).end(body);
const unavailable = {
  type: 'about:blank',
  title: problems.unavailable.title,
  status: 503,
  code: 'unavailable',
  detail: 'The database does not respond.',
};
const dropped: Lose = (response) => response.destroy();

/** Which responses are lost besides those to changes. */
type LostReads = 'none' | 'after a change' | 'all';

/** A proxy that passes each request on to the operators' listener, and loses the responses to those that change something. */
async function startProxy(origin: string, lose: Lose, lostReads: LostReads) {
  let isLosing = lostReads === 'all';
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const method = request.method ?? 'GET';
      const authorization = request.headers.authorization ?? '';
      const headers = { authorization, 'content-type': 'application/json' };
      const body = method === 'GET' ? {} : { body: Buffer.concat(chunks).toString() };
      void fetch(`${origin}${request.url}`, { method, headers, ...body })
        .then(async (received) => ({ code: received.status, text: await received.text() }))
        .then(({ code, text }) => {
          isLosing ||= method !== 'GET' && lostReads === 'after a change';
          if (method !== 'GET' || isLosing) lose(response);
          else respondWith(code, 'application/json', text)(response);
        });
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    origin: `http://127.0.0.1:${portOf(proxy.address())}`,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
const portOf = (address: AddressInfo | string | null): number =>
  address !== null && typeof address === 'object' ? address.port : 0;

describeOnEachEngine('the release command, if the response to a change is lost', (open) => {
  let app: TestApp;
  let first = '';
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    await run('promote', ...(await publishProduct(app)));
    first = await liveId();
    await publishTest(app, testQuiz('1.1.0'));
    await publishTest(app, testQuiz('1.2.0'));
  });
  afterAll(() => app.close());

  async function run(...args: string[]) {
    const printed = await release(app.operatorsOrigin, args);
    expect(printed).toMatchObject({ status: 0 });
    return printed;
  }
  const liveId = async () => (await status(clientOf(app))).set?.id ?? '';
  async function runBehind(lose: Lose, args: string[], lostReads: LostReads = 'none') {
    const proxy = await startProxy(app.operatorsOrigin, lose, lostReads);
    try {
      return { origin: proxy.origin, ...(await release(proxy.origin, args)) };
    } finally {
      await proxy.close();
    }
  }
  const check = 'The change may have been made: run "release status" before you try again.';

  it.each<[string, Lose, (origin: string) => string]>([
    ['the connection is lost', dropped, (origin) => `The response from ${origin} was lost.`],
    [
      'a proxy responds 502',
      respondWith(502, 'text/html', '<h1>Bad gateway</h1>'),
      (origin) => `The response from ${origin} is not from this service (HTTP 502).`,
    ],
    [
      'a proxy responds 504',
      respondWith(504, 'text/plain', 'Gateway timeout'),
      (origin) => `The response from ${origin} is not from this service (HTTP 504).`,
    ],
    [
      'the service responds 503',
      respondWith(503, 'application/problem+json', JSON.stringify(unavailable)),
      () => 'The database does not respond.',
    ],
    [
      'the service responds 500',
      respondWith(
        500,
        'application/problem+json',
        JSON.stringify({ ...unavailable, status: 500, code: 'internal' }),
      ),
      () => 'The database does not respond.',
    ],
    [
      'the service has another version',
      respondWith(200, 'application/json', '{}'),
      (origin) => `The service at ${origin} has another version than this command.`,
    ],
  ])('says that a rollback may have been made, and what is live, if %s', async (_, lose, reason) => {
    await run('promote', 'mfe-quiz@1.1.0');
    const { origin, status: exitStatus, stdout, stderr } = await runBehind(lose, ['rollback', '--to', first]);
    expect({ exitStatus, stdout }).toEqual({ exitStatus: 1, stdout: '' });
    expect(stderr.split('\n').slice(0, 2)).toEqual([`${reason(origin)} ${check}`, 'Live now:']);
    expect(stderr).toContain(`\nproduction: set ${first} (number 1,`);
    expect(stderr).toContain(`\nSent to ${origin} (from RELEASE_URL)`);
  });

  it('says so of a promotion', async () => {
    const { stderr } = await runBehind(dropped, ['promote', 'mfe-quiz@1.2.0']);
    expect(stderr).toContain(` ${check}\nLive now:\nproduction: set ${await liveId()} (number `);
    expect(stderr).toMatch(/mfe-quiz +1\.2\.0/);
    await run('rollback', '--to', first);
  });

  it('says so of a removed remote', async () => {
    await publishTest(app, testRemote('mfe-survey', '1.0.0', { paths: ['/survey'] }));
    await run('promote', 'mfe-survey@1.0.0');
    const { stderr } = await runBehind(dropped, ['remove', 'mfe-survey']);
    // A set is known by its members, so this is the first one again.
    expect(stderr).toContain(` ${check}\nLive now:\nproduction: set ${first} (number 1,`);
    expect(stderr).not.toContain('mfe-survey');
  });

  it.each([['25'], ['stop']])('says so of a change of the canary: %s', async (change) => {
    await run('promote', 'mfe-quiz@1.1.0', '--canary', '10');
    const { stderr } = await runBehind(dropped, ['canary', change]);
    expect(stderr).toContain(` ${check}\nLive now:\nproduction: set ${first} (number 1,`);
    expect(stderr.includes(', 25 % since')).toBe(change === '25');
    if (change === '25') await run('canary', 'stop');
  });

  it('says so of a canary that becomes the stable set', async () => {
    await run('promote', 'mfe-quiz@1.1.0', '--canary', '10');
    const { stderr } = await runBehind(dropped, ['finish']);
    expect(stderr).toContain(` ${check}\nLive now:\nproduction: set ${await liveId()} (number 2,`);
    await run('rollback', '--to', first);
  });

  it('says so without what is live, if that cannot be read either', async () => {
    const refused: Lose = (response) => respondWith(502, 'text/html', '<h1>Bad gateway</h1>')(response);
    const {
      origin,
      status: exitStatus,
      stderr,
    } = await runBehind(refused, ['canary', '25'], 'after a change');
    expect(exitStatus).toBe(1);
    expect(stderr).toContain(
      `The response from ${origin} is not from this service (HTTP 502). ${check}\nSent to `,
    );
    expect(stderr).not.toContain('Live now');
  });

  it('says so with --json, with a code of its own if no response of the service arrived', async () => {
    const { origin, stdout } = await runBehind(dropped, [
      'deprecate',
      'mfe-quiz',
      '1.2.0',
      '--reason=dim',
      '--json',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'response-lost',
      message: `The response from ${origin} was lost. The change may have been made: run "release list" before you try again.`,
    });
  });

  it.each([
    [['token', 'revoke', 'an-id'], 'release token list'],
    [['webhook', 'remove', 'mfe-quiz'], 'release webhook show mfe-quiz'],
    [
      ['publisher', 'add', 'mfe-quiz', '--environment', 'release', '--repository-id', '1'],
      'release publisher list',
    ],
  ])('names what shows the result of %j', async (args, command) => {
    const { stderr } = await runBehind(dropped, args);
    expect(stderr).toContain(`The change may have been made: run "${command}" before you try again.`);
  });

  it.each([
    [
      ['token', 'add', 'ada', '--preset', 'viewer', '--days', '1'],
      'The token may have been created, and cannot be read again: if "release token list" shows it, revoke it and add another.',
    ],
    [
      ['webhook', 'set', 'mfe-quiz', 'https://team.example.com/'],
      'The change may have been made, and the secret is lost: run the command again, which prints another secret.',
    ],
  ])('says what to do if what is printed once is lost: %j', async (args, advice) => {
    expect((await runBehind(dropped, args)).stderr).toContain(` was lost. ${advice}\n`);
  });

  it.each([403, 404, 413])('does not say so if a proxy rejects the change with %i', async (code) => {
    const rejected = respondWith(code, 'text/html', '<h1>No</h1>');
    const { origin, stderr } = await runBehind(rejected, ['deprecate', 'mfe-quiz', '1.2.0', '--reason=dim']);
    expect(stderr).toContain(`The response from ${origin} is not from this service (HTTP ${code}).\n`);
    expect(stderr).not.toContain('may have been made');
  });

  it('does not say so if there is no TLS where it is expected', async () => {
    const { stderr } = await release(app.operatorsOrigin.replace('http:', 'https:'), ['canary', '25']);
    expect(stderr).toContain(' cannot be reached.');
    expect(stderr).not.toContain('may have been made');
  });

  it('says that publishing and preparing are safe to repeat', async () => {
    const folder = writeBuild(testQuiz('1.3.0'));
    for (const args of [
      ['publish', 'mfe-quiz', '--dir', folder],
      ['prepare', 'mfe-quiz@1.2.0'],
    ]) {
      const { origin, stderr } = await runBehind(dropped, args);
      expect(stderr).toContain(
        `The response from ${origin} was lost. The command may have succeeded, and is safe to repeat.\n`,
      );
    }
  });

  it('does not say so of a request that was never sent, or that changes nothing', async () => {
    const unreached =
      "The service at http://127.0.0.1:4129 cannot be reached. Start it, or set RELEASE_URL to its operators' listener.\n";
    const promoted = await release('http://127.0.0.1:4129', ['canary', '25']);
    expect(promoted.stderr).toContain(unreached);
    expect(promoted.stderr).not.toContain('may have been made');
    const { stderr } = await runBehind(dropped, ['status'], 'all');
    expect(stderr).toContain(' cannot be reached.');
    expect(stderr).not.toContain('may have been made');
  });
});
