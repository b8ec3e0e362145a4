const { appendFileSync, readFileSync } = require('node:fs');

const file = process.env.MUTATION_COVERAGE;
const { testPath } = expect.getState();
// Tests may replace the clock.
const now = performance.now.bind(performance);

// Runs in each test file. In Stryker's first run, which changes nothing, it records how long the file's slowest test takes, and
// the mutants that its tests reach.
if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined) {
  const names = new Set();
  let startedMs = now();
  let slowestMs = 0;
  beforeEach(() => void (startedMs = now()));
  afterEach(() => {
    slowestMs = Math.max(slowestMs, Math.round(now() - startedMs));
    names.add(expect.getState().currentTestName);
  });
  afterAll(() => {
    const { perTest = {} } = globalThis[globalThis.__strykerGlobalNamespace__]?.mutantCoverage ?? {};
    const mutants = new Set([...names].flatMap((name) => Object.keys(perTest[name] ?? {})));
    appendFileSync(file, `${JSON.stringify({ path: testPath, mutants: [...mutants], slowestMs })}\n`);
  });
} else {
  const { slowestMs = 0 } =
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .find(({ path }) => path === testPath) ?? {};
  // A mutant often makes a test wait for something that never happens. A test that is only slow has noticed none.
  jest.setTimeout(4000 + 3 * slowestMs);
}
