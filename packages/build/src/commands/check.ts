import { spawnSync } from 'node:child_process';

import { inRoot } from '../repository.ts';

const folders = [
  'shell',
  'mfe-quiz',
  'mfe-pricing',
  'mfe-checkout',
  'mfe-legal',
  'packages',
  'services',
  'e2e',
  'bench',
];

/** What has to hold before anything is committed. */
const checks: readonly [name: string, program: string, args: readonly string[]][] = [
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
  ['unit tests', 'jest/bin/jest.js', ['--config', 'packages/build/config/jest.all.cjs', '--silent']],
];

const broken = checks.filter(([name, program, args]) => {
  const { status } = spawnSync(process.execPath, [inRoot('node_modules', program), ...args], {
    cwd: inRoot(),
    stdio: 'inherit',
  });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  return status !== 0;
});
process.exitCode = broken.length > 0 ? 1 : 0;
