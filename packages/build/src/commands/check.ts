import { describeExperiments, readExperiments } from '../product/experiment-notices.ts';
import { runPackage, runStaticChecks } from '../testing/static-checks.ts';
import { readArguments } from './command-line.ts';

const { values } = readArguments('Usage: npm run check -- [--static]', {
  options: { static: { type: 'boolean', default: false } },
});

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

/** No experiment fails the check of another team: it is off, or rejected when its remote is published. */
async function printNotices(): Promise<void> {
  for (const notice of describeExperiments(await readExperiments(), Date.now()))
    console.log(`notice ${notice}`);
}
void printNotices();
