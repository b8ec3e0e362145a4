const shared = require('../../packages/build/config/jest.config.cjs');

module.exports = {
  ...shared,
  rootDir: __dirname,
  globalSetup: '<rootDir>/src/platform/postgres/postgres-up.testkit.ts',
  globalTeardown: '<rootDir>/src/platform/postgres/postgres-down.testkit.ts',
};
