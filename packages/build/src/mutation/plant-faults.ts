import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { inRoot } from '../repository.ts';
import { copyRepository } from '../testing/repository-copy.ts';
import { readPlaywright } from '../testing/suites.ts';
import { readPlantedFault, type FaultOutcome, type PlantedFault } from './planted-fault.ts';

const folder = inRoot('packages/build/planted-faults');
const ending = '.patch';

/** The arguments of Node that run a command of this package from its sources. */
const command = (name: string): string[] => [
  '--import',
  'tsx',
  '--conditions=source',
  `packages/build/src/commands/${name}.ts`,
];

/** The planted faults whose name contains one of the given texts; without texts, all. */
export function readPlantedFaults(selected: readonly string[] = []): PlantedFault[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(ending),
  );
  return paths
    .sort()
    .map((path) => readPlantedFault(path.slice(0, -ending.length), readFileSync(join(folder, path), 'utf8')))
    .filter(({ name }) => selected.length === 0 || selected.some((text) => name.includes(text)));
}

const needsBrowser = ({ tests }: PlantedFault) => tests.some((test) => test.endsWith('.spec.ts'));

/**
 * Applies each fault to a copy of the repository, runs the tests that should notice it, and removes it again. A fault is
 * noticed if at least one test fails; a suite that does not start is no test that failed.
 */
export function plantFaults(
  faults: readonly PlantedFault[],
  onResult: (fault: PlantedFault, outcome: FaultOutcome) => void,
): void {
  const copy = copyRepository();
  const report = join(copy.folder, 'jest-report.json');
  const apply = (name: string, ...options: string[]) =>
    spawnSync('git', ['apply', ...options, join(folder, `${name}${ending}`)], { cwd: copy.folder }).status ===
    0;
  const runCheck = (check: string): FaultOutcome => {
    const args = [...command('check'), '--static'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: copy.folder, encoding: 'utf8' });
    return stdout.includes(`FAILED ${check}\n`) ? 'noticed' : 'not noticed';
  };
  // In the copy only the services are compiled.
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, args, {
      cwd: copy.folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        ...env,
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --conditions=source`,
      },
    }).status === 0;
  const compile = () =>
    run(['node_modules/typescript/bin/tsc', '-b', 'services/api', 'services/payment-sandbox']);
  /** Browser tests run against a build of the faulty product. A test that fails has run. */
  const runBrowserTests = (tests: readonly string[]): FaultOutcome => {
    if (!compile() || !run(command('build'))) return 'tests do not run';
    const browserReport = join(copy.folder, '.cache/playwright-report.json');
    rmSync(browserReport, { force: true });
    const config = ['--config', 'e2e/playwright.config.ts', '--workers', '1'];
    run(['node_modules/@playwright/test/cli.js', 'test', ...config, ...tests]);
    if (!existsSync(browserReport)) return 'tests do not run';
    const { failed, passed } = readPlaywright(readFileSync(browserReport, 'utf8'));
    if (failed + passed === 0) return 'tests do not run';
    return failed > 0 ? 'noticed' : 'not noticed';
  };
  const runJest = (tests: readonly string[], env: NodeJS.ProcessEnv): FaultOutcome => {
    rmSync(report, { force: true });
    const config = ['--config', 'packages/build/config/jest.all.cjs'];
    const output = ['--json', '--outputFile', report, '--forceExit'];
    run(['node_modules/jest/bin/jest.js', ...config, ...output, ...tests], env);
    if (!existsSync(report)) return 'tests do not run';
    const counts: { numFailedTests: number; numTotalTests: number } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    if (counts.numTotalTests === 0) return 'tests do not run';
    return counts.numFailedTests > 0 ? 'noticed' : 'not noticed';
  };
  /** Whether the compiled services are those of the sources without a fault. */
  let isCompiled = false;
  /**
   * Most faults are noticed by tests of the sources on SQLite, in a third of the time. Those that are not may be in a compiled service
   * that a test starts, or in what only PostgreSQL does.
   */
  const runTests = (fault: PlantedFault): FaultOutcome => {
    if (isCompiled && !needsBrowser(fault)) {
      const outcome = runJest(fault.tests, { TEST_ENGINE: 'sqlite', TEST_KEEP_COMPILED: '1' });
      if (outcome === 'noticed') return outcome;
    }
    isCompiled = false;
    return needsBrowser(fault) ? runBrowserTests(fault.tests) : runJest(fault.tests, {});
  };
  try {
    for (const fault of faults) {
      if (!fault.check && !needsBrowser(fault)) isCompiled ||= compile();
      if (!apply(fault.name)) {
        onResult(fault, 'does not apply');
        continue;
      }
      onResult(fault, fault.check ? runCheck(fault.check) : runTests(fault));
      apply(fault.name, '-R');
    }
  } finally {
    copy.remove();
  }
}
