const { join } = require('node:path');

const base = require('./jest.config.cjs');

const root = join(__dirname, '../../..');

/** The tests of one area, which `npm run mutation` names. */
module.exports = {
  ...base,
  rootDir: root,
  testEnvironment: require.resolve('./mutation-environment.cjs'),
  runtime: require.resolve('./mutation-runtime.cjs'),
  runner: require.resolve('./mutation-runner.cjs'),
  setupFilesAfterEnv: [require.resolve('./mutation-coverage.cjs')],
  testMatch: (process.env.MUTATION_TESTS ?? '')
    .split(' ')
    .map((path) => (path.endsWith('.ts') ? join(root, path) : `${join(root, path)}/**/*.test.{ts,tsx}`)),
  // They start a compiled program, which has no mutants of Stryker, or simulate for too long to run once for each mutant.
  testPathIgnorePatterns: [
    '/node_modules/',
    '/(crash|email-crash|migrations|payments|durability|replicas|checkout-load|erasure|upload-stall|histories|outage-day|promotion-load|run-command)\\.test',
  ],
};
