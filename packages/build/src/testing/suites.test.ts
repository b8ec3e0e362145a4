import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inRoot } from '../repository.ts';
import { readJest, readPlaywright, runJest, showSlowest } from './suites.ts';

it('reads counts and durations from the report of Jest', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 0,
    testResults: [
      {
        name: inRoot('shell/src/a.test.ts'),
        assertionResults: [
          { fullName: 'group first', duration: 40 },
          { fullName: 'group second', duration: null },
        ],
      },
    ],
  };
  expect(readJest(JSON.stringify(report))).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    tests: [
      { title: 'shell/src/a.test.ts › group first', durationMs: 40 },
      { title: 'shell/src/a.test.ts › group second', durationMs: 0 },
    ],
  });
});

it('reads counts and durations from the nested report of Playwright', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = {
    config: { rootDir: inRoot('e2e/src') },
    stats: { expected: 1, unexpected: 1, skipped: 0 },
    suites: [
      { file: 'a.spec.ts', specs: [spec('alone', 5)], suites: [{ specs: [spec('in a group', 7, 8)] }] },
    ],
  };
  expect(readPlaywright(JSON.stringify(report))).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    tests: [
      { title: 'e2e/src/a.spec.ts › alone', durationMs: 5 },
      { title: 'e2e/src/a.spec.ts › in a group', durationMs: 15 },
    ],
  });
});

it('lists the slowest tests first', () => {
  const tests = [1000, 3400, 200].map((durationMs) => ({ title: `${durationMs} ms`, durationMs }));
  expect(showSlowest(tests, 2)).toEqual(['   3.4 s  3400 ms', '   1.0 s  1000 ms']);
});

describe('a suite that does not end well', () => {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  const report = inRoot('.cache/jest-report.json');
  const green = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  afterAll(() => {
    rmSync(folder, { recursive: true });
    rmSync(report, { force: true });
  });
  /** A program that runs in place of Node. */
  function program(name: string, ...lines: readonly string[]): string {
    const file = join(folder, name);
    writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
    return file;
  }

  it.each([
    ['fails', 'exit 1'],
    ['ends', 'exit 0'],
  ])('counts as one failure if it %s without a report, even if an earlier run has left one', (_, line) => {
    mkdirSync(inRoot('.cache'), { recursive: true });
    writeFileSync(report, JSON.stringify(green));
    expect(runJest(program('without-report', line))).toEqual({ passed: 0, failed: 1, skipped: 0, tests: [] });
  });

  it('counts as one failure if its report has none', () => {
    const fails = program('with-report', `echo '${JSON.stringify(green)}' > '${report}'`, 'exit 1');
    expect(runJest(fails)).toEqual({ passed: 3, failed: 1, skipped: 0, tests: [] });
  });
});
