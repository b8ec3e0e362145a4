import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { inRoot } from '../repository.ts';
import { copyRepository } from '../testing/repository-copy.ts';
import type { MutationArea } from './areas.ts';
import { scoreOf, type MutationReport, type MutationScore } from './score.ts';

/**
 * Tests, screens with their hooks and calls of the browser, which only the browser tests run, commands that call Stripe, whose
 * tests start a compiled program, and lines that only describe: types, tables, texts. A mutant there says nothing about behavior.
 */
const notMutated = [
  '**/*.test.ts',
  '**/*.testkit.ts',
  '**/*.tsx',
  '**/use-*.ts',
  '**/{federation,integrity,page-sync,browser-lead-submission}.ts',
  '**/content/**',
  '**/schema.ts',
  '**/*-endpoints.ts',
  '**/media-logos.ts',
  '**/operator-client.ts',
  '**/stripe/{check-*,stripe-setup}.ts',
  '**/stored-state-fixtures.ts',
];

const allFilesOf = ({ sources }: MutationArea) =>
  sources.map((source) => (source.includes('.ts') ? source : `${source}/**/*.ts`));

/**
 * Mutates an area, or some files of it, in a copy of the repository and runs its tests against each mutant. The result of every mutant whose
 * code and tests have not changed is taken from the last run, which is kept in `.cache`. Throws if Stryker cannot run.
 */
export function runStryker(
  name: string,
  area: MutationArea,
  files: readonly string[] = allFilesOf(area),
): MutationScore {
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
    // Tests have time limits, which count the time of other programs too.
    concurrency: Math.ceil(availableParallelism() / 2),
    timeoutMS: 5_000,
    // Five by default. All tests of an area take longer than that on a busy machine.
    dryRunTimeoutMinutes: 30,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    mutate: [...files, ...notMutated.map((pattern) => `!${pattern}`)],
    tempDirName: '.stryker-tmp',
  };
  writeFileSync(join(copy.folder, 'stryker.config.json'), JSON.stringify(options));
  try {
    spawnSync(
      process.execPath,
      ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'stryker.config.json'],
      {
        cwd: copy.folder,
        stdio: 'inherit',
        env: {
          ...process.env,
          MUTATION_TESTS: area.tests.join(' '),
          TEST_ENGINE: area.usesPostgres && process.env['TEST_POSTGRES_URL'] ? '' : 'sqlite',
          MUTATION_COVERAGE: join(copy.folder, 'mutation-coverage.jsonl'),
        },
      },
    );
    if (!existsSync(report)) throw new Error('Stryker ended without a report; see its output above');
    if (existsSync(incrementalFile)) copyFileSync(incrementalFile, kept);
    const result: MutationReport = JSON.parse(readFileSync(report, 'utf8'));
    return scoreOf(result);
  } finally {
    copy.remove();
  }
}
