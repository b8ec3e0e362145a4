import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { programArgs } from './program.testkit.ts';

const folder = mkdtempSync(join(tmpdir(), 'help-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['backup', 'backup/backup.ts', ['backup', '--help']],
  ['restore', 'backup/backup.ts', ['restore', '--help']],
  ['experiments', 'experiments/experiments.ts', ['plan', '--help']],
  ['privacy', 'privacy/privacy.ts', ['--help']],
  ['reports', 'reports/reports.ts', ['--help']],
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
    expect(printed).toMatch(new RegExp(`^Usage: .*npm run ${name} -- .*\n$`));
    expect(readdirSync(folder)).toEqual([]);
  },
  30_000,
);
