import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';

import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';

import { inRoot } from '../repository.ts';
import { runProgram } from './run-program.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Tests that need something this machine lacks; they report what. */
  readonly skipped: number;
}

export interface TimedTest {
  /** `file › title`. */
  readonly title: string;
  readonly durationMs: number;
}

export interface SuiteResult extends Counts {
  readonly tests: readonly TimedTest[];
}

const jestReport = inRoot('.cache/jest-report.json');
const playwrightReport = inRoot('.cache/playwright-report.json');

function run(node: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  // Programs that the tests start by name run on the same Node.
  const PATH = [dirname(node), process.env['PATH']].join(delimiter);
  return runProgram(node, program, args, { PATH, ...env });
}

/** Runs a suite that writes a report. A suite that ends without one counts as one failure. */
function runSuite(report: string, start: () => boolean, read: (report: string) => SuiteResult): SuiteResult {
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const hasPassed = start();
  const result = existsSync(report)
    ? read(readFileSync(report, 'utf8'))
    : { passed: 0, failed: 1, skipped: 0, tests: [] };
  return { ...result, failed: hasPassed ? result.failed : Math.max(result.failed, 1) };
}

const timed = (file: string, title: string, durationMs: number): TimedTest => ({
  title: `${relative(inRoot(), file)} › ${title}`,
  durationMs,
});

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number | null }[];
  }[];
}

export function readJest(text: string): SuiteResult {
  const { numPassedTests, numFailedTests, numPendingTests, testResults }: JestReport = JSON.parse(text);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests,
    tests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => timed(name, fullName, duration ?? 0)),
    ),
  };
}

function readSuite(file: string, { specs, suites = [] }: JSONReportSuite): TimedTest[] {
  const own = specs.map(({ title, tests }) => {
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
    return timed(
      file,
      title,
      durations.reduce((total, duration) => total + duration, 0),
    );
  });
  return [...own, ...suites.flatMap((suite) => readSuite(file, suite))];
}

export function readPlaywright(text: string): SuiteResult {
  const { config, stats, suites }: JSONReport = JSON.parse(text);
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    tests: suites.flatMap((suite) => readSuite(join(config.rootDir, suite.file), suite)),
  };
}

/** The slowest tests of all, a line each, the slowest first. */
export const showSlowest = (tests: readonly TimedTest[], count = 10): string[] =>
  tests
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, count)
    .map(({ title, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(6)} s  ${title}`);

/** Runs unit and service tests on the given Node, in all folders or in some, without files whose path contains one of `ignoredPaths`. */
export const runJest = (
  node: string,
  folders: readonly string[] = [],
  ignoredPaths: readonly string[] = [],
): SuiteResult =>
  runSuite(
    jestReport,
    () =>
      run(node, 'node_modules/jest/bin/jest.js', [
        '--config',
        'packages/build/config/jest.all.cjs',
        '--json',
        '--outputFile',
        jestReport,
        ...folders,
        ...(ignoredPaths.length > 0
          ? ['--testPathIgnorePatterns', '/node_modules/', '/dist/', ...ignoredPaths]
          : []),
      ]),
    readJest,
  );

/** Runs browser tests on the given Node, which also runs the services. `args` select some of them. */
export const runPlaywright = (node: string, browser: string, args: readonly string[] = []): SuiteResult =>
  runSuite(
    playwrightReport,
    () =>
      run(
        node,
        'node_modules/@playwright/test/cli.js',
        ['test', '--config', 'e2e/playwright.config.ts', ...args],
        { CHROMIUM_PATH: browser, NODE_OPTIONS: '--conditions=source' },
      ),
    readPlaywright,
  );

export const showCounts = ({ passed, failed, skipped }: Counts): string =>
  [`${passed} passed`, `${failed} failed`, ...(skipped ? [`${skipped} skipped`] : [])].join(', ');

export const sum = (counts: readonly Counts[]): Counts => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped }) => total + skipped, 0),
});

/** In CI nothing may be missing, so a skipped test counts as failed there. */
export const failSkippedInCi = (counts: Counts, isCi = process.env['CI'] === 'true'): Counts =>
  isCi ? { ...counts, failed: counts.failed + counts.skipped } : counts;
