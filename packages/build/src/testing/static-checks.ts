import { workspaceFolders } from '../repository.ts';
import { runProgram } from './run-program.ts';

/** Every check that reads the source and does not run it. */
const staticChecks: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  ['types', 'typescript/bin/tsc', ['-p', 'tsconfig.json']],
  [
    'lint',
    'oxlint/bin/oxlint',
    ['--config', 'packages/remote-tools/config/oxlint.json', '--deny-warnings', ...workspaceFolders],
  ],
  ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', ...workspaceFolders]],
  [
    'module boundaries',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', 'packages/build/config/module-boundaries.cjs', ...workspaceFolders],
  ],
  [
    'folder boundaries',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', 'packages/build/config/folder-boundaries.cjs', ...workspaceFolders],
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
  const results = staticChecks.map(([name, program, args]) => {
    const isPassed = runPackage(program, args);
    console.log(`${isPassed ? 'ok    ' : 'FAILED'} ${name}`);
    return isPassed;
  });
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}
