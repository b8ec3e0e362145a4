import { readdirSync, readFileSync } from 'node:fs';

import { inRoot } from '../repository.ts';
import { runProgram } from './run-program.ts';

/** The folders of all workspaces, such as `packages` and `docs/examples`, relative to the root. */
export function sourceFolders(): string[] {
  const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const names = readdirSync(inRoot(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return workspaces
    .map((workspace) => workspace.replace(/\/\*$/, ''))
    .flatMap((folder) =>
      folder.endsWith('*') ? names.filter((name) => name.startsWith(folder.slice(0, -1))) : [folder],
    );
}

/** Every check that reads the source and does not run it. */
const staticChecks = (folders: readonly string[]): [name: string, program: string, args: string[]][] => [
  ['types', 'typescript/bin/tsc', ['-p', 'tsconfig.json']],
  [
    'lint',
    'oxlint/bin/oxlint',
    ['--config', 'packages/remote-tools/config/oxlint.json', '--deny-warnings', ...folders],
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
  [
    'public types',
    'tsx/dist/cli.mjs',
    ['--conditions=source', 'packages/build/src/commands/api-report.ts', '--check'],
  ],
];

/** Runs a program of the repository's packages with its output shown. Returns whether it succeeded. */
export const runPackage = (program: string, args: readonly string[]): boolean =>
  runProgram(process.execPath, `node_modules/${program}`, args);

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
