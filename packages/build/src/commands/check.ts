import { runPackage, runStaticChecks } from '../testing/static-checks.ts';

const { failed } = runStaticChecks();
const unitTestsPassed = runPackage('jest/bin/jest.js', [
  '--config',
  'packages/build/config/jest.all.cjs',
  '--silent',
]);
console.log(`${unitTestsPassed ? 'ok    ' : 'FAILED'} unit tests`);
process.exitCode = failed > 0 || !unitTestsPassed ? 1 : 0;
