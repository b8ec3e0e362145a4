const { appendFileSync } = require('node:fs');

// Runs in each test file. In Stryker's first run, which changes nothing, it records the mutants that the file's tests reach.
if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined) {
  const names = new Set();
  afterEach(() => void names.add(expect.getState().currentTestName));
  afterAll(() => {
    const { perTest = {} } = globalThis[globalThis.__strykerGlobalNamespace__]?.mutantCoverage ?? {};
    const mutants = new Set([...names].flatMap((name) => Object.keys(perTest[name] ?? {})));
    const line = { path: expect.getState().testPath, mutants: [...mutants] };
    appendFileSync(process.env.MUTATION_COVERAGE, `${JSON.stringify(line)}\n`);
  });
}
