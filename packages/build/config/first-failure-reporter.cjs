/** The exit status of a run in which a test has failed. Jest's own, 1, also means that no test has run. */
const failedTest = 70;

/** Jest's reporter for a planted fault, which is noticed once one test fails. */
module.exports = class FirstFailureReporter {
  onTestCaseResult(_test, { status }) {
    if (status === 'failed') process.exit(failedTest);
  }

  onTestResult(_test, { numFailingTests }) {
    if (numFailingTests > 0) process.exit(failedTest);
  }
};

module.exports.failedTest = failedTest;
