const { join } = require('node:path');

const base = require('./jest.config.cjs');

const root = join(__dirname, '../../..');

/** The tests of one area, which `npm run mutation` names. Its PostgreSQL is running, and every mutant is tested without a new one. */
module.exports = {
  ...base,
  rootDir: root,
  testMatch: (process.env.MUTATION_TESTS ?? '')
    .split(' ')
    .map((path) => (path.endsWith('.ts') ? join(root, path) : `${join(root, path)}/**/*.test.{ts,tsx}`)),
  // These come as ES modules only, which Jest has to compile.
  transformIgnorePatterns: ['/node_modules/(?!(parse5|entities)/)'],
};
