import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'create-'));
afterAll(() => rmSync(folder, { recursive: true }));

const usage = `Usage: npm create @funnel/remote <name> [-- --path PATH]
Example: npm create @funnel/remote survey -- --path /survey
`;

/** Runs `npm create @funnel/remote` with arguments with which it must write nothing. */
function create(...args: readonly string[]) {
  const before = readdirSync(folder, { recursive: true });
  const program = join(__dirname, 'create-remote.ts');
  const options = ['--conditions=source', '--import', require.resolve('tsx'), program, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { cwd: folder, encoding: 'utf8' });
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
  return { status, stdout, stderr };
}

it('prints its usage with --help', () => {
  expect(create('--help')).toEqual({ status: 0, stdout: usage, stderr: '' });
  expect(create('tips', '--help')).toEqual({ status: 0, stdout: usage, stderr: '' });
}, 30_000);

it.each([
  [['tips', '--pth', '/tips'], "Unknown option '--pth'"],
  [['tips', '--path'], "Option '--path <value>' argument missing"],
  [[], 'Give one name'],
  [['exit', 'survey'], 'Give one name'],
])(
  'rejects %j with one line and its usage',
  (args, error) => {
    expect(create(...args)).toEqual({ status: 2, stdout: '', stderr: `${error}.\n${usage}` });
  },
  30_000,
);

it('writes nothing into a folder that exists already', () => {
  const existing = join(folder, 'mfe-tips');
  mkdirSync(existing);
  writeFileSync(join(existing, 'package.json'), 'ours');
  expect(create('tips')).toEqual({ status: 1, stdout: '', stderr: 'The folder mfe-tips exists already.\n' });
  expect(readFileSync(join(existing, 'package.json'), 'utf8')).toBe('ours');
  rmSync(existing, { recursive: true });
}, 30_000);
