import { parseArgs } from 'node:util';

import { runPackage, runStaticChecks } from '../testing/static-checks.ts';

const { values } = parseArgs({ options: { static: { type: 'boolean', default: false } } });

const { failed } = runStaticChecks();
let isPassed = failed === 0;
if (!values.static) {
  const unitTestsPassed = runPackage('jest/bin/jest.js', [
    '--config',
    'packages/build/config/jest.all.cjs',
    '--silent',
  ]);
  console.log(`${unitTestsPassed ? 'ok    ' : 'FAILED'} unit tests`);
  isPassed &&= unitTestsPassed;
}
process.exitCode = isPassed ? 0 : 1;
