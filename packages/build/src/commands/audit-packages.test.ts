import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'audit-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `npm run audit:packages` with an npm that prints this report. */
function audit(report: string) {
  const npm = join(folder, 'npm');
  writeFileSync(npm, `#!${process.execPath}\nprocess.stdout.write(${JSON.stringify(report)})`);
  chmodSync(npm, 0o755);
  const program = join(__dirname, 'audit-packages.ts');
  const args = ['--conditions=source', '--import', require.resolve('tsx'), program];
  const env = { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter) };
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, stdout };
}

it.each([
  [
    'without known vulnerabilities',
    { metadata: { vulnerabilities: { critical: 0, low: 0 } } },
    0,
    'No known vulnerabilities.\n',
  ],
  [
    'of a registry that offers no audit',
    { message: 'not found', statusCode: 404 },
    0,
    'Known vulnerabilities: not checked, the registry offers no audit (status 404).\n',
  ],
  [
    'with known vulnerabilities',
    { metadata: { vulnerabilities: { critical: 1, low: 2 } } },
    1,
    'Known vulnerabilities: 1 critical, 2 low. See npm audit --omit=dev\n',
  ],
  [
    'that failed',
    { message: 'the registry is down', statusCode: 500 },
    1,
    'Known vulnerabilities: not checked, the registry is down.\n',
  ],
])(
  'ends an audit %s with its exit status',
  (_, report, status, stdout) => {
    expect(audit(JSON.stringify(report))).toEqual({ status, stdout });
  },
  30_000,
);

it('fails an audit that printed nothing', () => {
  expect(audit('')).toEqual({
    status: 1,
    stdout: 'Known vulnerabilities: not checked, npm audit printed no report.\n',
  });
}, 30_000);
