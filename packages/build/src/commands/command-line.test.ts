import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'arguments-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command in an empty folder, with arguments that it must not accept. */
function run(command: string, ...args: readonly string[]) {
  const options = [
    '--conditions=source',
    '--import',
    require.resolve('tsx'),
    join(__dirname, `${command}.ts`),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 50_000,
  });
  return { status, stdout, stderr };
}

describe('the usage of a command', () => {
  it.each([
    ['audit-packages', ''],
    ['build', '[target …] [--as VERSION] [--from FOLDER] [--out FOLDER]'],
    ['components', ''],
    ['draw-brand', ''],
    ['new-remote', '<name> [--path PATH]'],
    ['pack-packages', '[folder]'],
    ['remote-schema', ''],
    ['requirements', ''],
    ['start', ''],
  ])('is printed by %s --help, which does nothing else', (command, words) => {
    const { status, stdout, stderr } = run(command, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Usage: npm ');
    expect(stdout).toContain(words);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['build', ['--az', 'x'], "Unknown option '--az'"],
    ['build', ['--as'], "Option '--as <value>' argument missing"],
    ['build', ['--as', '--out'], "Option '--as' argument is ambiguous"],
    ['build', ['mfe-quiz', '--as', 'banana'], '--as must be three numbers, such as 1.0.0'],
    ['build', ['mfe-quiz', '--as', '1.2'], '--as must be three numbers, such as 1.0.0'],
    ['build', ['mfe-quiz', '--as='], '--as must be three numbers, such as 1.0.0'],
    ['check', ['--halp'], "Unknown option '--halp'"],
    ['check', ['static'], "Unexpected argument 'static'"],
    ['new-remote', ['survey', '--pth', '/survey'], "Unknown option '--pth'"],
    ['new-remote', [], 'Give one name'],
    ['new-remote', ['exit', 'survey'], 'Give one name'],
    ['pack-packages', ['--out'], "Unknown option '--out'"],
    ['pack-packages', ['a', 'b'], 'Give one folder'],
    ['remote-schema', ['--check'], "Unknown option '--check'"],
  ])('follows one line about the error of %s %j', (command, args, message) => {
    const { status, stdout, stderr } = run(command, ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    const [first, second] = stderr.split('\n');
    expect(first).toBe(`${message}.`);
    expect(second).toMatch(/^Usage: npm /);
    expect(readdirSync(folder)).toEqual([]);
  });
});
