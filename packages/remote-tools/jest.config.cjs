const shared = require('./config/jest.config.cjs');

module.exports = {
  ...shared,
  rootDir: __dirname,
  // These come as ES modules only, which Jest has to compile.
  transformIgnorePatterns: ['/node_modules/(?!(parse5|entities)/)'],
};
