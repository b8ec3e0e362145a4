const { default: Runtime } = require('jest-runtime');

/** What registers tests while it loads. */
const isOfTestFile = (path) => /\.(test|testkit)\.tsx?$|\/mutation-coverage\.cjs$|\/jest-circus\//.test(path);

let kept;

/**
 * Most of a mutant's time goes into loading the service. Stryker's code selects the mutant when it runs, so this runtime
 * loads each module once for all mutants, and for each test file only the tests and Jest.
 */
module.exports = class extends Runtime {
  constructor(config, environment, ...rest) {
    if (environment.isKept && kept) {
      // After a test, Jest lets nothing load until the next test.
      kept.enterTestCode();
      return kept;
    }
    super(config, environment, ...rest);
    if (environment.isKept) kept = this;
  }

  teardown() {
    if (this !== kept) return super.teardown();
    for (const registry of [this.registries.moduleRegistry, this.registries.internalModuleRegistry])
      for (const path of [...registry.keys()].filter(isOfTestFile)) registry.delete(path);
  }
};
