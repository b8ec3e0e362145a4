import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';

import { inRoot } from '../repository.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** For want of something on this machine, which the test has said. */
  readonly skipped: number;
}

const jestReport = inRoot('.cache/jest-report.json');
const playwrightReport = inRoot('.cache/playwright-report.json');

function run(node: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  // What the tests start by name runs on the same Node.
  const PATH = [dirname(node), process.env['PATH']].join(delimiter);
  return (
    spawnSync(node, [inRoot(program), ...args], {
      cwd: inRoot(),
      stdio: 'inherit',
      env: { ...process.env, PATH, ...env },
    }).status === 0
  );
}

/** Runs a suite that writes a report. One that dies without a report counts as one failure. */
function runSuite(report: string, start: () => boolean, read: (report: string) => Counts): Counts {
  rmSync(report, { force: true });
  const isGreen = start();
  const counts = existsSync(report)
    ? read(readFileSync(report, 'utf8'))
    : { passed: 0, failed: 1, skipped: 0 };
  return { ...counts, failed: isGreen ? counts.failed : Math.max(counts.failed, 1) };
}

function readJest(text: string): Counts {
  const report: { numPassedTests: number; numFailedTests: number; numPendingTests: number } =
    JSON.parse(text);
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

function readPlaywright(text: string): Counts {
  const { stats }: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } =
    JSON.parse(text);
  if (stats.flaky > 0)
    console.log(`· ${stats.flaky} end-to-end tests needed a second try; see the list above`);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** Unit and service tests with the given Node; of all folders or of some, without the files whose paths hold one of `leftOut`. */
export const runJest = (
  node: string,
  folders: readonly string[] = [],
  leftOut: readonly string[] = [],
): Counts =>
  runSuite(
    jestReport,
    () =>
      run(node, 'node_modules/jest/bin/jest.js', [
        '--config',
        'packages/build/config/jest.all.cjs',
        '--json',
        '--outputFile',
        jestReport,
        // A test that fails may leave a process behind; the verdict must not wait for it.
        '--forceExit',
        ...folders,
        ...(leftOut.length > 0 ? ['--testPathIgnorePatterns', '/node_modules/', '/dist/', ...leftOut] : []),
      ]),
    readJest,
  );

/** Tests in a browser with the given Node, which also runs the services; `args` choose some of them. */
export const runPlaywright = (node: string, browser: string, args: readonly string[] = []): Counts =>
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
