import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';

const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Runs `npm start` with these settings, which it must reject before it builds anything. */
async function start(settings: Record<string, string>) {
  const args = ['--conditions=source', '--import', 'tsx', join(__dirname, 'start.ts')];
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, { env: { PATH, DATA_DIR: dataDir, ...settings } });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => (printed.stdout += text));
  child.stderr.on('data', (text) => (printed.stderr += text));
  const [status] = await once(child, 'close');
  return { status, ...printed };
}

it('rejects every invalid setting at once, before it builds, and prints each once', async () => {
  const { status, stdout, stderr } = await start({ PAYMENTS: 'strpe', LOG_LEVEL: 'loud', CONSENT: 'maybe' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n').sort()).toEqual([
    'CONSENT: must be implied or required; got "maybe". Example: CONSENT=required',
    'LOG_LEVEL: must be trace, debug, info, warn, error or silent; got "loud". Example: LOG_LEVEL=info',
    'PAYMENTS: must be sandbox or stripe; got "strpe". Example: PAYMENTS=stripe',
  ]);
});

it('ends with one line if DATA_DIR cannot be created', async () => {
  const { status, stdout, stderr } = await start({ DATA_DIR: '/proc/funnel/data' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^DATA_DIR: \/proc\/funnel\/data cannot be created \(Error: ENOENT.*\)\n$/);
});

it.each(['PORT', 'OPERATOR_PORT', 'SANDBOX_PORT'])(
  'names the setting if the port of %s is in use',
  async (name) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    // The other ports are free, whatever else runs on this machine.
    const ports = {
      PORT: await freePort(),
      OPERATOR_PORT: await freePort(),
      SANDBOX_PORT: await freePort(),
      [name]: port,
    };
    const settings = Object.entries(ports).map(([setting, value]) => [setting, String(value)]);
    expect(await start(Object.fromEntries(settings))).toEqual({
      status: 1,
      stdout: '',
      stderr: `${name}: port ${port} is in use. Stop the program that listens there, or set ${name} to another port.\n`,
    });
    server.close();
  },
);

it.each([
  ['PORT', 'eighty', 'PORT: must be a whole number from 0 to 65535. Example: PORT=3000\n'],
  ['SANDBOX_PORT', 'x', 'SANDBOX_PORT: must be a whole number from 1 to 65535. Example: SANDBOX_PORT=3010\n'],
])('rejects %s=%s', async (name, value, stderr) => {
  expect(await start({ [name]: value })).toEqual({ status: 1, stdout: '', stderr });
});
