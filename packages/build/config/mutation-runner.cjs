const { existsSync, readFileSync } = require('node:fs');

const TestRunner = require('jest-runner').default;

/** Of each test file the mutants that its tests reach, as `mutation-coverage.cjs` has recorded them. */
const readCoverage = (file) =>
  new Map(
    (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .map(({ path, mutants }) => [path, new Set(mutants)]),
  );

/**
 * Jest loads every test file to find the tests with a name, and goes on after a failure. For a mutant this runner loads only
 * the files that reach it, those that reach the least code first, and ends with the first that fails.
 */
module.exports = class extends TestRunner {
  runTests(tests, watcher, options) {
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
    if (mutant === undefined) return super.runTests(tests, watcher, options);
    const coverage = readCoverage(process.env.MUTATION_COVERAGE);
    const reaching = tests.filter(({ path }) => coverage.get(path)?.has(mutant));
    const size = ({ path }) => coverage.get(path)?.size ?? 0;
    this.on('test-file-success', ([, { numFailingTests }]) => {
      if (numFailingTests > 0) void watcher.setState({ interrupted: true });
    });
    const chosen = reaching.length > 0 ? reaching : tests;
    return super.runTests(
      chosen.toSorted((one, other) => size(one) - size(other)),
      watcher,
      options,
    );
  }
};
