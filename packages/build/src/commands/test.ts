import { buildChanged } from '../product/build-changed.ts';
import { runStaticChecks } from '../testing/static-checks.ts';
import { failSkippedInCi, runJest, runPlaywright, showCounts, showSlowest, sum } from '../testing/suites.ts';
import { otherNodes, testOnNode } from '../testing/test-on-node.ts';
import { findBrowser } from './find-browser.ts';
import { log, readArguments } from './command-line.ts';

readArguments('Usage: npm test', {});

const startedMs = performance.now();
const parts: string[] = [];

/** Runs one part of the tests and records how long it took. */
async function timePart<Result>(name: string, run: () => Result | Promise<Result>): Promise<Result> {
  const partStartedMs = performance.now();
  const result = await run();
  parts.push(`${name} ${Math.round((performance.now() - partStartedMs) / 1000)} s`);
  return result;
}

const browser = findBrowser(log);
const checks = await timePart('checks', runStaticChecks);
await timePart('build', () => buildChanged(log));
const unit = await timePart('unit and service', () => runJest(process.execPath));
const endToEnd = await timePart('end to end', () => runPlaywright(process.execPath, browser));
const others = await timePart('other versions of Node', () =>
  otherNodes
    .filter((major) => major !== process.versions.node.split('.')[0])
    // The tests that depend on Node itself; `npm run test:node` runs all tests of the server.
    .map((major) => testOnNode(major, browser, log, 'runtime')),
);

const { passed, failed } = failSkippedInCi(
  sum([{ ...checks, skipped: 0 }, unit, endToEnd, ...others.map(({ counts }) => counts)]),
);
console.log('\nSlowest tests:');
for (const line of showSlowest([...unit.tests, ...endToEnd.tests])) console.log(line);
console.log(
  `\nNode ${process.versions.node}: checks: ${showCounts({ ...checks, skipped: 0 })}; unit and service: ${showCounts(unit)}; end to end: ${showCounts(endToEnd)}`,
);
for (const { summary } of others) console.log(summary);
console.log(`${Math.round((performance.now() - startedMs) / 1000)} s: ${parts.join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
