import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { aLead } from './leads/a-lead.testkit.ts';
import { startReceiver } from './platform/service.testkit.ts';

// Each test starts processes, which is slow on a busy machine.
jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'funnel-main-'));
const started: ChildProcess[] = [];

/** Starts the service as a separate process that inherits only PATH from this one. */
function start(environment: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=source', join(__dirname, 'main.ts')],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        OPERATOR_PORT: '0',
        SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
        PORT: '0',
        DATA_DIR: folder,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  started.push(child);
  const output = { stdout: '', stderr: '' };
  const ended = once(child, 'exit').then(([code]) => code);
  const listening = new Promise<{ address?: string; operators?: string }>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      output.stdout += text;
      const [line] = /^.*"msg":"listening".*$/m.exec(output.stdout) ?? [];
      if (line) resolve(JSON.parse(line));
    });
    void ended.then(() => reject(new Error(output.stderr)));
  });
  const address = listening.then((found) => found.address ?? 'none');
  const operators = listening.then((found) => found.operators ?? 'none');
  for (const origin of [address, operators]) origin.catch(() => undefined);
  child.stderr.on('data', (text) => (output.stderr += text));
  return { child, output, ended, address, operators };
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

it('exits with status 1 and one line per malformed setting', async () => {
  const { ended, output } = start({ PORT: 'eighty', CONSENT: 'perhaps' });
  expect(await ended).toBe(1);
  const [port, consent, ...more] = output.stderr.trimEnd().split('\n');
  expect(port).toBe('PORT: must be a whole number from 0 to 65535. Example: PORT=3000');
  expect(consent).toMatch(/^CONSENT: .+ Example: CONSENT=required$/);
  expect(more).toEqual([]);
});

it('exits with status 1 and one line if its port is taken', async () => {
  const receiver = await startReceiver(() => ({ status: 200 }));
  const { ended, output } = start({ PORT: new URL(receiver.origin).port });
  expect(await ended).toBe(1);
  expect(output.stderr).toMatch(/^PORT: \d+ on 127\.0\.0\.1 is taken\. Example: PORT=3000\n$/);
  await receiver.close();
});

it('exits with status 1 if NODE_ENV is unset and production settings are missing', async () => {
  const { ended, output } = start({ NODE_ENV: '', SECRET_KEY: '' });
  expect(await ended).toBe(1);
  expect(output.stderr.match(/^\w+: is needed in production/gm)?.toSorted()).toEqual([
    'OPERATOR_TOKEN: is needed in production',
    'PUBLIC_URL: is needed in production',
    'SECRET_KEY: is needed in production',
  ]);
});

it.each([
  ['visitors', 200, 'none'],
  ['operators', 'none', 200],
  ['both', 200, 200],
] as const)('starts the listeners that SERVE=%s selects', async (SERVE, visitorsStatus, operatorsStatus) => {
  const { address, operators, child, ended } = start({ SERVE });
  const healthOf = async (origin: string) =>
    origin === 'none' ? 'none' : (await fetch(`${origin}/healthz`)).status;
  expect(await healthOf(await address)).toBe(visitorsStatus);
  expect(await healthOf(await operators)).toBe(operatorsStatus);
  expect(await address).not.toBe(await operators);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('keeps acknowledged leads after a kill', async () => {
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

it('completes open requests before it stops, and logs no personal data', async () => {
  const { child, address, ended, output } = start({});
  const origin = await address;
  expect((await postLead(`${origin}`, randomUUID())).status).toBe(202);
  const body = JSON.stringify(aLead());
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let response = '';
  socket.on('data', (data) => (response += data));
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
  expect(response).toMatch(/HTTP\/1.1 202 Accepted\r\n[^]*Connection: close/);
  expect(await ended).toBe(0);
  expect(output.stdout).toContain('"path":"/api/leads"');
  expect(output.stdout).not.toMatch(/@|email/);
});
