import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';
import { webhookTimeoutMs } from '@funnel/service-kit/jobs/signed-webhook';

import { enqueue } from './deliveries/outbox-repository.ts';
import { maxSendMs } from './emails/smtp-destination.ts';
import { aLead } from './leads/a-lead.testkit.ts';
import { openDatabase } from './platform/database.ts';
import { programArgs } from './platform/program.testkit.ts';
import { startReceiver } from './platform/service.testkit.ts';
import { stopTimeoutMs } from './platform/stop-timeout.ts';
import { readCountedUntil } from './reports/report-facts.ts';
import { insertEvents } from './tracking/event-repository.ts';
import { anEvent } from './tracking/an-event.testkit.ts';

const folder = mkdtempSync(join(tmpdir(), 'funnel-main-'));
const started: ChildProcess[] = [];

const program = programArgs(join(__dirname, 'main.ts'));
/** Nothing of this process's environment but the path. */
const environmentWith = (environment: Record<string, string>) => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'test',
  OPERATOR_PORT: '0',
  SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
  PORT: '0',
  DATA_DIR: folder,
  ...environment,
});

/** The service as a process of its own. */
function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, program, {
    env: environmentWith(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const said = { stdout: '', stderr: '' };
  const ended = once(child, 'exit').then(([code]) => code);
  const listening = new Promise<{ address?: string; operators?: string }>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      said.stdout += text;
      const [line] = /^.*"msg":"listening".*$/m.exec(said.stdout) ?? [];
      if (line) resolve(JSON.parse(line));
    });
    void ended.then(() => reject(new Error(said.stderr)));
  });
  const address = listening.then((found) => found.address ?? 'none');
  const operators = listening.then((found) => found.operators ?? 'none');
  for (const origin of [address, operators]) origin.catch(() => undefined);
  child.stderr.on('data', (text) => (said.stderr += text));
  return { child, said, ended, address, operators };
}

const postLead = (address: string, leadId: string) =>
  fetch(`${address}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aLead({ leadId })),
  });

const isReachable = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  );

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('ends with status 1 and a line for each malformed setting', async () => {
  const { ended, said } = start({ PORT: 'eighty', CONSENT: 'perhaps' });
  expect(await ended).toBe(1);
  const [port, consent, ...more] = said.stderr.trimEnd().split('\n');
  expect(port).toBe('PORT: must be a whole number from 0 to 65535. Example: PORT=3000');
  expect(consent).toMatch(/^CONSENT: .+ Example: CONSENT=required$/);
  expect(more).toEqual([]);
});

it('ends with status 1 and names the setting if its port is in use', async () => {
  const receiver = await startReceiver(() => ({ status: 200 }));
  const { ended, said } = start({ PORT: new URL(receiver.origin).port });
  expect(await ended).toBe(1);
  expect(said.stderr).toMatch(
    /^PORT: port \d+ is in use\. Stop the program that listens there, or set PORT to another port\.\n$/,
  );
  await receiver.close();
});

it.each([
  ['warns without keys', {}, true],
  [
    'says nothing with keys',
    {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
    },
    false,
  ],
])('about payments, %s', async (_, environment: Record<string, string>, warns) => {
  const { address, said, child, ended } = start(environment);
  await address;
  expect(said.stdout.includes('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not set')).toBe(warns);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('needs the postal address of emails in production, and not before', async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@candela.example' };
  const tried = start(mail);
  await tried.address;
  tried.child.kill('SIGTERM');
  expect(await tried.ended).toBe(0);
  const production = start({ ...mail, NODE_ENV: 'production' });
  expect(await production.ended).toBe(1);
  expect(production.said.stderr).toContain('EMAIL_POSTAL_ADDRESS: is required with SMTP_URL in production');
});

it('ends with status 1 without production settings', async () => {
  const { ended, said } = start({ NODE_ENV: '', SECRET_KEY: '' });
  expect(await ended).toBe(1);
  expect(said.stderr.match(/^\w+: is required in production/gm)?.toSorted()).toEqual([
    'OPERATOR_TOKEN: is required in production',
    'PUBLIC_URL: is required in production',
    'SECRET_KEY: is required in production',
  ]);
});

it.each([
  ['secret key', { SECRET_KEY: '' }],
  ['database', {}],
])('ends with status 1 and one line if no folder for its %s can be created', async (content, environment) => {
  // Node's own recursive creation of folders never ends there.
  const { ended, said } = start({ ...environment, DATA_DIR: '/proc/funnel/data' });
  expect(await ended).toBe(1);
  const [line, ...others] = said.stderr.trim().split('\n');
  expect(line).toContain(`DATA_DIR: /proc/funnel/data cannot hold the ${content} (`);
  expect(others).toEqual([]);
});

it.each([
  ['visitors', 200, 'none'],
  ['operators', 'none', 200],
  ['both', 200, 200],
] as const)('listens for %s as SERVE says', async (SERVE, visitorsStatus, operatorsStatus) => {
  const { address, operators, child, ended } = start({ SERVE });
  const healthOf = async (origin: string) =>
    origin === 'none' ? 'none' : (await fetch(`${origin}/healthz`)).status;
  expect(await healthOf(await address)).toBe(visitorsStatus);
  expect(await healthOf(await operators)).toBe(operatorsStatus);
  expect(await address).not.toBe(await operators);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('still has after a kill what it acknowledged before', async () => {
  const environment = { OPERATOR_TOKEN: 'operator-token-for-tests' };
  const killed = start(environment);
  const leadId = randomUUID();
  expect((await postLead(await killed.address, leadId)).status).toBe(202);
  killed.child.kill('SIGKILL');
  await killed.ended;

  const { operators, child, ended } = start(environment);
  const headers = { authorization: `Bearer ${environment.OPERATOR_TOKEN}` };
  const leads = await fetch(`${await operators}/api/reports/leads.csv`, { headers });
  expect(await leads.text()).toContain(leadId);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('deletes what has expired, counts for the reports and alerts operators, without being asked', async () => {
  const settings = { DATA_DIR: join(folder, 'background') };
  const before = await openDatabase(settings);
  await insertEvents(before.db, [anEvent()]);
  await before.db
    .insertInto('pending_uploads')
    .values({ integrity: 'sha384-unused', bytes: 1, uploaded_at: 0, owner: '' })
    .execute();
  const delivery = { id: 'lead_1', destination: 'lead-webhook', kind: 'lead', payload: '{}' };
  await enqueue(before.db, delivery, Date.now());
  await before.db.updateTable('outbox').set({ state: 'dead' }).execute();
  await before.close();

  const { child, address, ended } = start(settings);
  await address;
  child.kill('SIGTERM');
  expect(await ended).toBe(0);

  const after = await openDatabase(settings);
  expect(await after.db.selectFrom('events').select('id').execute()).toEqual([]);
  expect(await after.db.selectFrom('pending_uploads').select('integrity').execute()).toEqual([]);
  expect(await readCountedUntil(after.db)).toBeGreaterThan(0);
  expect(await after.db.selectFrom('alerts').select(['kind', 'subject']).execute()).toEqual([
    { kind: 'dead-letters', subject: 'lead-webhook' },
  ]);
  await after.close();
});

it('answers what it has begun to read before it stops, and logs no personal data', async () => {
  const { child, address, ended, said } = start({});
  const origin = await address;
  expect((await postLead(`${origin}`, randomUUID())).status).toBe(202);
  const body = JSON.stringify(aLead());
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => (answer += data));
  const closed = once(socket, 'close');
  const [first, rest] = [body.slice(0, 20), body.slice(20)];
  const head = [
    'POST /api/leads?email=ada@example.com HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
  ];
  socket.write([...head, `Content-Length: ${body.length}`, 'Expect: 100-continue', '', first].join('\r\n'));
  await once(socket, 'data');
  child.kill('SIGTERM');
  while (await isReachable(origin));
  socket.write(rest);
  await closed;
  expect(answer).toMatch(/HTTP\/1.1 202 Accepted\r\n[^]*Connection: close/);
  expect(await ended).toBe(0);
  expect(said.stdout).toContain('"path":"/api/leads"');
  expect(said.stdout).not.toMatch(/@|email/);
});

it('starts no delivery after the signal to stop, and records the one that it has begun', async () => {
  const received: ServerResponse[] = [];
  const receiver = createServer((_, response) => {
    if (received.push(response) > 1) response.end();
  });
  const firstRequest = once(receiver, 'request');
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const settings = { DATA_DIR: join(folder, 'stopping') };
  const { child, ...service } = start({
    ...settings,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://quiz.example.com',
    OPERATOR_TOKEN: 'operator-token-for-tests',
    LEAD_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    ALLOW_PRIVATE_DESTINATIONS: 'true',
  });
  const origin = await service.address;
  expect((await postLead(origin, randomUUID())).status).toBe(202);
  await firstRequest;
  child.kill('SIGTERM');
  while ((await fetch(`${origin}/readyz`)).status !== 503);
  // Load balancers still send requests at this moment.
  expect((await postLead(origin, randomUUID())).status).toBe(202);
  received[0]?.end();
  expect(await service.ended).toBe(0);
  receiver.close();

  expect(received).toHaveLength(1);
  const after = await openDatabase(settings);
  const deliveries = after.db.selectFrom('outbox').select(['state', 'attempts']).orderBy('attempts');
  expect(await deliveries.execute()).toEqual([
    { state: 'waiting', attempts: 0 },
    { state: 'delivered', attempts: 1 },
  ]);
  await after.close();
});

it('has time to finish what it has begun before compose.yaml or systemd kill it', () => {
  const secondsIn = (file: string, pattern: RegExp) =>
    pattern.exec(readFileSync(join(__dirname, '../../..', file), 'utf8'))?.[1];
  expect(stopTimeoutMs).toBe(28_000);
  for (const attemptMs of [maxSendMs, webhookTimeoutMs]) expect(attemptMs).toBeLessThan(stopTimeoutMs);
  expect(secondsIn('compose.yaml', /^ +stop_grace_period: (\d+)s$/m)).toBe('30');
  expect(secondsIn('docs/runbooks/scaling.md', /`TimeoutStopSec=(\d+)`/)).toBe('30');
});

/** Requests that are each logged, more than a pipe holds. */
const statusesOfMany = async (origin: string) => {
  const responses = Array.from({ length: 100 }, () => `${origin}/api/${'x'.repeat(150)}`);
  const statuses: number[] = [];
  for (let batch = 0; batch < 10; batch++)
    statuses.push(...(await Promise.all(responses.map(async (url) => (await fetch(url)).status))));
  return new Set(statuses);
};

it('answers, and stops on a signal, although nobody reads its output', async () => {
  const pipe = join(folder, 'output');
  execFileSync('mkfifo', [pipe]);
  const unread = openSync(pipe, constants.O_RDWR);
  const port = await freePort();
  const child = spawn(process.execPath, program, {
    env: environmentWith({ PORT: String(port) }),
    stdio: ['ignore', unread, 'inherit'],
  });
  started.push(child);
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isReachable(origin)));
  expect(await statusesOfMany(origin)).toEqual(new Set([404]));
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  closeSync(unread);
});

it.each(['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGABRT'] as const)(
  'ends at once with the signal of a crash, %s',
  async (signal) => {
    const { child, address } = start({});
    await address;
    const exit = once(child, 'exit');
    child.kill(signal);
    expect(await exit).toEqual([null, signal]);
  },
);

it('goes on when the reader of its output has ended', async () => {
  const { child, address, ended } = start({});
  const origin = await address;
  child.stdout.destroy();
  expect(await statusesOfMany(origin)).toEqual(new Set([404]));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
