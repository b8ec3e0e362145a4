import { spawnSync } from 'node:child_process';

jest.mock('node:child_process', () => ({ spawnSync: jest.fn() }));
jest.mock('../product/experiment-notices.ts', () => ({
  readExperiments: async () => [],
  describeExperiments: () => [],
}));
const spawned = jest.mocked(spawnSync);

/** Runs `npm run check` with these arguments. Programs whose name contains `failing` fail. Returns what was started. */
async function check(
  args: readonly string[],
  failing = 'none',
): Promise<{ programs: string[]; status: unknown }> {
  const { argv, exitCode } = process;
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const ended = { pid: 0, output: [], stdout: '', stderr: '', signal: null };
  spawned.mockReset().mockImplementation((_, started) => ({
    ...ended,
    status: String(started).includes(failing) ? 1 : 0,
  }));
  process.argv = ['node', 'check.ts', ...args];
  await jest.isolateModulesAsync(async () => {
    await import('./check.ts');
  });
  const status = process.exitCode;
  [process.argv, process.exitCode] = [argv, exitCode];
  const programs = spawned.mock.calls.map(([, started]) =>
    Array.isArray(started) ? String(started[0]).replace(/^.*node_modules\/([^/]+)\/.*$/, '$1') : '',
  );
  return { programs, status };
}

const types = 'typescript';
const lint = 'oxlint';
const format = 'prettier';
const boundaries = ['dependency-cruiser', 'dependency-cruiser'];
const unusedCode = 'knip';
const publicTypes = 'tsx';
const unitTests = 'jest';

it('runs types, lint, format, boundaries, unused code, public types and unit tests', async () => {
  expect(await check([])).toEqual({
    programs: [types, lint, format, ...boundaries, unusedCode, publicTypes, unitTests],
    status: 0,
  });
});

it('leaves out the unit tests if only the source is checked', async () => {
  const { programs } = await check(['--static']);
  expect(programs).toEqual([types, lint, format, ...boundaries, unusedCode, publicTypes]);
});

it.each([types, lint, format, 'dependency-cruiser', unusedCode, publicTypes, unitTests])(
  'fails if %s does, after everything else has run',
  async (failing) => {
    const { programs, status } = await check([], failing);
    expect(status).toBe(1);
    expect(programs).toHaveLength(8);
  },
);
