import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

jest.setTimeout(60_000);

function bench(...args: readonly string[]) {
  const options = ['--conditions=source', '--import', require.resolve('tsx'), join(__dirname, 'bench.ts')];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, ...args], {
    encoding: 'utf8',
    timeout: 50_000,
  });
  return { status, stdout, stderr };
}

it('prints its usage, with every benchmark, if it is asked for', () => {
  const { status, stdout, stderr } = bench('--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: npm run bench -- <name> /);
  expect(stdout).toMatch(/^ {2}webhook {4}the webhook’s response time/m);
});

it.each([
  [['--halp'], "Unknown option '--halp'."],
  [['wep'], 'There is no benchmark wep.'],
  [[], 'Give the name of a benchmark.'],
])('prints one line about the error of %j, and its usage', (args, message) => {
  const { status, stdout, stderr } = bench(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  const [first, second] = stderr.split('\n');
  expect(first).toBe(message);
  expect(second).toMatch(/^Usage: npm run bench -- <name> /);
});
