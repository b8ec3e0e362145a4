import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'create-'));
afterAll(() => rmSync(folder, { recursive: true }));

const usage = `Usage: npm create @funnel/remote <name> [-- --path PATH]
Example: npm create @funnel/remote survey -- --path /survey
`;

/** Runs `npm create @funnel/remote` with arguments with which it must write nothing. */
function create(...args: readonly string[]) {
  const program = join(__dirname, 'create-remote.ts');
  const options = ['--conditions=source', '--import', require.resolve('tsx'), program, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { cwd: folder, encoding: 'utf8' });
  expect(readdirSync(folder)).toEqual([]);
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
