import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { inRoot } from '../repository.ts';
import { copyRepository } from '../testing/repository-copy.ts';
import type { MutationArea } from './areas.ts';
import { scoreOf, type MutationReport, type MutationScore } from './score.ts';

/** Starts a temporary PostgreSQL for all runs of Jest. Resolves to its URL, and a function that stops it. */
async function startPostgres(folder: string) {
  const program = join(folder, 'services/api/src/platform/postgres-alone.testkit.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('"address"')) break;
  }
  const [, url = ''] = /"address":"([^"]+)"/.exec(printed) ?? [];
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url, stop };
}

/** Lines that only describe: types, tables, texts. A mutant there says nothing about behaviour. */
const leftOut = ['**/*.test.ts', '**/*.test.tsx', '**/*.testkit.ts', '**/content/**', '**/schema.ts'];

/**
 * Mutates an area in a copy of the repository and runs its tests against each mutant. The result of every mutant whose
 * code and tests have not changed is taken from the last run, which is kept in `.cache`. Throws if Stryker cannot run.
 */
export async function runStryker(name: string, area: MutationArea): Promise<MutationScore> {
  const kept = inRoot('.cache/mutation', `${name}.json`);
  mkdirSync(inRoot('.cache/mutation'), { recursive: true });
  const copy = copyRepository();
  const incrementalFile = join(copy.folder, 'mutation-incremental.json');
  if (existsSync(kept)) copyFileSync(kept, incrementalFile);
  const report = join(copy.folder, 'mutation-report.json');
  const options = {
    // The copy is thrown away, and its links between workspaces lead to the copy.
    inPlace: true,
    allowEmpty: true,
    plugins: ['@stryker-mutator/jest-runner'],
    testRunner: 'jest',
    jest: { configFile: 'packages/build/config/jest.mutation.cjs', enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    // A mutant that runs while its module loads needs every test, and most of them are tables that a type already checks.
    ignoreStatic: true,
    incremental: true,
    incrementalFile,
    concurrency: 2,
    timeoutMS: 20_000,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    mutate: [
      ...area.sources.map((source) => (source.includes('.ts') ? source : `${source}/**/*.{ts,tsx}`)),
      ...leftOut.map((pattern) => `!${pattern}`),
    ],
    tempDirName: '.stryker-tmp',
  };
  writeFileSync(join(copy.folder, 'stryker.config.json'), JSON.stringify(options));
  const postgres = await startPostgres(copy.folder);
  try {
    spawnSync(
      process.execPath,
      ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'stryker.config.json'],
      {
        cwd: copy.folder,
        stdio: 'inherit',
        env: { ...process.env, TEST_POSTGRES_URL: postgres.url, MUTATION_TESTS: area.tests.join(' ') },
      },
    );
    if (!existsSync(report)) throw new Error('Stryker ended without a report; see its output above');
    if (existsSync(incrementalFile)) copyFileSync(incrementalFile, kept);
    const result: MutationReport = JSON.parse(readFileSync(report, 'utf8'));
    return scoreOf(result);
  } finally {
    await postgres.stop();
    copy.remove();
  }
}
