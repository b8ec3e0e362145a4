import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { programArgs } from './program.testkit.ts';

const folder = mkdtempSync(join(tmpdir(), 'help-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['backup', 'backup/backup.ts', ['backup', '--help']],
  ['restore', 'backup/backup.ts', ['restore', '--help']],
  ['experiments', 'experiment-plans/experiments.ts', ['plan', '--help']],
  ['privacy', 'privacy/privacy.ts', ['--help']],
  ['reports', 'reports/reports.ts', ['--help']],
  ['stripe:setup', 'billing/stripe/stripe-setup.ts', ['--help']],
  ['vendors', 'vendors/vendors.ts', ['--help']],
  ['webhooks', 'leads/webhooks.ts', ['--help']],
])(
  'npm run %s -- --help prints the usage and does nothing else',
  (name, file, args) => {
    const program = programArgs(join(__dirname, '..', file));
    const env = { PATH: process.env['PATH'] };
    // A status other than 0 throws.
    const printed = execFileSync(process.execPath, [...program, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(printed).toMatch(new RegExp(`^Usage: .*npm run ${name}( -- .*)?\n$`));
    expect(readdirSync(folder)).toEqual([]);
  },
  30_000,
);

it.each([
  ['backup', 'backup/backup.ts', ['backup'], ''],
  ['backup', 'backup/backup.ts', ['backup', '--verbose'], ''],
  ['experiments', 'experiment-plans/experiments.ts', ['plans'], 'Expected plan, got "plans".\n'],
  ['privacy', 'privacy/privacy.ts', ['delete'], ''],
  ['reports', 'reports/reports.ts', ['reconciles'], 'Expected reconcile, got "reconciles".\n'],
  ['reports', 'reports/reports.ts', [], 'Expected reconcile, got no argument.\n'],
  [
    'reports',
    'reports/reports.ts',
    ['reconcile', '--dry-run'],
    'Expected no further argument, got "--dry-run".\n',
  ],
  ['vendors', 'vendors/vendors.ts', ['checks'], 'Expected check, got "checks".\n'],
  ['webhooks', 'leads/webhooks.ts', ['secrets'], 'Expected secret or schedule, got "secrets".\n'],
])(
  'npm run %s prints nothing but an error with its usage if its arguments are wrong',
  (name, file, args, mistake) => {
    const program = programArgs(join(__dirname, '..', file));
    const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.slice(0, mistake.length)).toBe(mistake);
    expect(stderr.slice(mistake.length)).toMatch(new RegExp(`^Usage: npm run ${name} -- `));
    expect(readdirSync(folder)).toEqual([]);
  },
  30_000,
);

it('npm run stripe:setup takes no argument, and prints its usage if it gets one', () => {
  const program = programArgs(join(__dirname, '../billing/stripe/stripe-setup.ts'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, 'prices'], {
    cwd: folder,
    // Keys of an account that cannot be reached: the command must not try to.
    env: {
      PATH: process.env['PATH'],
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    },
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: 'Expected no argument, got "prices".\nUsage: npm run stripe:setup\n',
  });
}, 30_000);

it('npm run backup -- -h prints the usage, and is not the name of a file', () => {
  const program = programArgs(join(__dirname, '../backup/backup.ts'));
  const printed = execFileSync(process.execPath, [...program, 'backup', '-h'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect(printed).toBe('Usage: npm run backup -- <file>, or npm run restore -- <file>\n');
}, 30_000);

it.each([
  ['reports -- reconcile', 'reports/reports.ts', ['reconcile']],
  ['experiments -- plan', 'experiment-plans/experiments.ts', ['plan', '--effect', '0.01']],
  ['privacy -- delete', 'privacy/privacy.ts', ['delete', 'ada@example.com']],
])(
  'npm run %s creates no database where DATA_DIR has none, and exits with 1',
  (_name, file, args) => {
    const program = programArgs(join(__dirname, '..', file));
    const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], NODE_ENV: 'development', DATA_DIR: folder },
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `DATA_DIR: ${folder} contains no database. Example: DATA_DIR=/var/lib/funnel\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  },
  30_000,
);

describe('the output of a command', () => {
  const command = [...programArgs(join(__dirname, '../leads/webhooks.ts')), 'schedule'];
  const env = { PATH: process.env['PATH'] };

  it('that a full disk cannot store ends it with 1 and one line', () => {
    // A device of Linux that has no space.
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, command, {
      cwd: folder,
      env,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'The command has run, but its output cannot be written: ENOSPC: no space left on device, write. What it changed stays changed.\n',
    });
  }, 30_000);

  it('may have a reader that closes the pipe early', async () => {
    const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (text) => (errors += text));
    const [status] = await once(child, 'close');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
  }, 30_000);
});
