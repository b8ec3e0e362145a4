const { TestEnvironment } = require('jest-environment-node');

let kept;

function skipTestsOf({ children }) {
  for (const child of children) {
    if (child.type === 'test') child.mode = 'skip';
    else skipTestsOf(child);
  }
}

/**
 * One global object for all mutants, so that `mutation-runtime.cjs` can keep the modules that run in it. The first test that
 * fails has noticed the mutant, so the rest of its file is skipped.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.isKept = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
    if (!this.isKept) return;
    kept ??= { ...this };
    Object.assign(this, kept);
  }

  async setup() {
    await super.setup();
    if (!this.isKept) return;
    // Code that is already loaded does not look at the environment variable again.
    this.global[this.global.__strykerGlobalNamespace__].activeMutant = process.env.__STRYKER_ACTIVE_MUTANT__;
  }

  handleTestEvent({ name, test }, { rootDescribeBlock }) {
    if (this.isKept && name === 'test_done' && test.errors.length > 0) skipTestsOf(rootDescribeBlock);
  }

  async teardown() {
    if (!this.isKept) return super.teardown();
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.useRealTimers();
    // These handle the events of this file. Jest adds its own for the next file.
    delete this.global[Symbol.for('EVENT_HANDLERS')];
  }
};
