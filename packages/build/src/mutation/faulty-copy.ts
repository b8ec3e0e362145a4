import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { failedTest } from '../../config/first-failure-reporter.cjs';
import { buildTargets, folderOf, inRoot, type BuildTarget } from '../repository.ts';
import { copyRepository } from '../testing/repository-copy.ts';
import { readPlaywright } from '../testing/suites.ts';
import { needsBrowser, patchFile, type FaultOutcome, type PlantedFault } from './planted-fault.ts';

export interface FaultyCopy {
  /** Plants a fault, runs the tests or the check that should notice it, and takes it out again. */
  test(fault: PlantedFault): Promise<FaultOutcome>;
  remove(): void;
}

/** The arguments of Node that run a command of this package from its sources. */
const command = (name: string): string[] => [
  '--import',
  'tsx',
  '--conditions=source',
  `packages/build/src/commands/${name}.ts`,
];

function stopGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Every process of the group has ended.
  }
}

/** The targets whose build contains these files. Any may contain a file outside their folders. */
export function targetsOf(files: readonly string[]): readonly BuildTarget[] {
  const within = (target: BuildTarget, file: string) => file.startsWith(`${folderOf(target)}/`);
  const targets = buildTargets.filter((target) => files.some((file) => within(target, file)));
  const isOutside = (file: string) =>
    !file.startsWith('services/') && !buildTargets.some((target) => within(target, file));
  return files.some(isOutside) ? buildTargets : targets;
}

/** Copies the repository. A fault is noticed if at least one test fails; a suite that does not start is no test that failed. */
export function copyForFaults(): FaultyCopy {
  const copy = copyRepository();
  /** Whether the compiled services are those of the sources without a fault. */
  let isCompiled = false;
  /** The targets whose build is missing or has a fault. */
  let outdated: readonly BuildTarget[] = buildTargets;

  const apply = (name: string, ...options: string[]) =>
    spawnSync('git', ['apply', ...options, inRoot(patchFile(name))], { cwd: copy.folder }).status === 0;
  /** Resolves to the exit status and the output, once everything that the program has started is stopped, too. */
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    new Promise<{ status: number | null; output: string }>((resolve, reject) => {
      const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} --conditions=source`;
      const child = spawn(process.execPath, args, {
        cwd: copy.folder,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, ...env, NODE_OPTIONS },
        // In a process group of its own, because a run that ends at the first failure leaves its processes behind.
        detached: true,
      });
      let output = '';
      const stop = () => {
        if (child.pid !== undefined) stopGroup(child.pid);
      };
      // Before the folders of the run are removed, in which it may still write.
      process.prependListener('exit', stop);
      child.stdout.on('data', (text) => (output += text));
      child.on('error', reject);
      child.on('exit', stop);
      child.on('close', (status) => {
        process.off('exit', stop);
        resolve({ status, output });
      });
    });
  const succeeds = async (args: readonly string[]) => (await run(args)).status === 0;
  // In the copy only the services are compiled.
  const compile = () =>
    succeeds(['node_modules/typescript/bin/tsc', '-b', 'services/api', 'services/payment-sandbox']);

  async function runCheck(check: string): Promise<FaultOutcome> {
    const { output } = await run([...command('check'), '--static']);
    return output.includes(`FAILED ${check}\n`) ? 'noticed' : 'not noticed';
  }

  /** Browser tests run against a build of the faulty product. A test that fails has run. */
  async function runBrowserTests({ files, tests }: PlantedFault): Promise<FaultOutcome> {
    const faulty = targetsOf(files);
    const targets = [...new Set([...outdated, ...faulty])];
    outdated = targets;
    isCompiled = false;
    if (!(await compile())) return 'tests do not run';
    if (targets.length > 0 && !(await succeeds([...command('build'), ...targets]))) return 'tests do not run';
    outdated = faulty;
    const report = join(copy.folder, '.cache/playwright-report.json');
    rmSync(report, { force: true });
    const options = ['--config', 'e2e/playwright.config.ts', '--workers', '1', '--max-failures', '1'];
    await run(['node_modules/@playwright/test/cli.js', 'test', ...options, ...tests]);
    if (!existsSync(report)) return 'tests do not run';
    const { failed, passed } = readPlaywright(readFileSync(report, 'utf8'));
    if (failed + passed === 0) return 'tests do not run';
    return failed > 0 ? 'noticed' : 'not noticed';
  }

  async function runJest(tests: readonly string[], env: NodeJS.ProcessEnv): Promise<FaultOutcome> {
    const reporter = join(copy.folder, 'packages/build/config/first-failure-reporter.cjs');
    // Jest takes everything up to the next option for a reporter.
    const options = ['--reporters', reporter, '--runInBand', '--forceExit'];
    const config = ['--config', 'packages/build/config/jest.all.cjs'];
    const { status } = await run(['node_modules/jest/bin/jest.js', ...options, ...config, ...tests], env);
    if (status === failedTest) return 'noticed';
    return status === 0 ? 'not noticed' : 'tests do not run';
  }

  /**
   * Most faults are noticed by tests of the sources on SQLite, in a third of the time. Those that are not may be in a compiled service
   * that a test starts, or in what only PostgreSQL does.
   */
  async function runTests({ tests }: PlantedFault): Promise<FaultOutcome> {
    if (isCompiled) {
      const outcome = await runJest(tests, { TEST_ENGINE: 'sqlite', TEST_KEEP_COMPILED: '1' });
      if (outcome === 'noticed') return outcome;
    }
    isCompiled = false;
    return runJest(tests, {});
  }

  return {
    async test(fault) {
      if (!fault.check && !needsBrowser(fault)) isCompiled ||= await compile();
      if (!apply(fault.name)) return 'does not apply';
      try {
        if (fault.check) return await runCheck(fault.check);
        return await (needsBrowser(fault) ? runBrowserTests(fault) : runTests(fault));
      } finally {
        apply(fault.name, '-R');
      }
    },
    remove: copy.remove,
  };
}
