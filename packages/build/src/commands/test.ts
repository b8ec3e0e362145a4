import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

import { buildChanged } from '../product/build-changed.ts';
import { inRoot } from '../repository.ts';
import { findBrowser } from './find-browser.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** For want of something on this machine, which the test has said. */
  readonly skipped: number;
}

const say = (text: string) => console.log(`· ${text}`);
const jestReport = inRoot('.cache/jest-report.json');
const playwrightReport = inRoot('.cache/playwright-report.json');

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const node = [inRoot(program), ...args];
  return (
    spawnSync(process.execPath, node, { cwd: inRoot(), stdio: 'inherit', env: { ...process.env, ...env } })
      .status === 0
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
  if (stats.flaky > 0) say(`${stats.flaky} end-to-end tests needed a second try; see the list above`);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

mkdirSync(inRoot('.cache'), { recursive: true });
const browser = findBrowser(say);
await buildChanged(say);

const unit = runSuite(
  jestReport,
  () =>
    run('node_modules/jest/bin/jest.js', [
      '--config',
      'packages/build/config/jest.all.cjs',
      '--json',
      '--outputFile',
      jestReport,
      // A test that fails may leave a process behind; the verdict must not wait for it.
      '--forceExit',
    ]),
  readJest,
);
const endToEnd = runSuite(
  playwrightReport,
  () =>
    run('node_modules/@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
      CHROMIUM_PATH: browser,
      NODE_OPTIONS: '--conditions=source',
    }),
  readPlaywright,
);

const failed = unit.failed + endToEnd.failed;
const show = (counts: Counts) =>
  [
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    ...(counts.skipped ? [`${counts.skipped} skipped`] : []),
  ].join(', ');
console.log(`\nunit and service: ${show(unit)}; end to end: ${show(endToEnd)}`);
console.log(`${unit.passed + endToEnd.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
