const shared = require('../build/config/jest.config.cjs');

module.exports = {
  ...shared,
  rootDir: __dirname,
  // Both templates have a package of the same name.
  modulePathIgnorePatterns: [...shared.modulePathIgnorePatterns, '<rootDir>/templates/'],
};
