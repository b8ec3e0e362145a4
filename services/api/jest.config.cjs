const shared = require('../../packages/build/config/jest.config.cjs');

module.exports = {
  ...shared,
  rootDir: __dirname,
  globalSetup: '<rootDir>/src/platform/postgres-up.testkit.ts',
  globalTeardown: '<rootDir>/src/platform/postgres-down.testkit.ts',
};
