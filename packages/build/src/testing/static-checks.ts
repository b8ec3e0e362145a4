import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

import { inRoot } from '../repository.ts';

/** The top-level folders of all workspaces, relative to the root. */
export function sourceFolders(): string[] {
  const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const entries = readdirSync(inRoot(), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const patterns = workspaces.map((workspace) => workspace.split('/')[0] ?? '');
  const isIncluded = (name: string) =>
    patterns.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    );
  return entries.map(({ name }) => name).filter(isIncluded);
}

/** Every check that reads the source and does not run it. */
const staticChecks = (folders: readonly string[]): [name: string, program: string, args: string[]][] => [
  ['types', 'typescript/bin/tsc', ['-p', 'tsconfig.json']],
  [
    'lint',
    'oxlint/bin/oxlint',
    ['--config', 'packages/build/config/oxlint.json', '--deny-warnings', ...folders],
  ],
  ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', ...folders]],
  [
    'module boundaries',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', 'packages/build/config/module-boundaries.cjs', ...folders],
  ],
  [
    'folder boundaries',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', 'packages/build/config/folder-boundaries.cjs', ...folders],
  ],
  ['unused code', 'knip/bin/knip.js', ['--config', 'packages/build/config/knip.json']],
];

/** Runs a program of the repository's packages with its output shown. Returns whether it succeeded. */
export const runPackage = (program: string, args: readonly string[]): boolean =>
  spawnSync(process.execPath, [inRoot('node_modules', program), ...args], {
    cwd: inRoot(),
    stdio: 'inherit',
  }).status === 0;

/** Runs every static check, whatever the result of the others. Returns how many passed and failed. */
export function runStaticChecks(): { readonly passed: number; readonly failed: number } {
  const results = staticChecks(sourceFolders()).map(([name, program, args]) => {
    const isPassed = runPackage(program, args);
    console.log(`${isPassed ? 'ok    ' : 'FAILED'} ${name}`);
    return isPassed;
  });
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}
