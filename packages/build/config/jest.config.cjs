/** The configuration of every workspace: that of every remote. `--rootDir` selects the workspace. */
module.exports = {
  ...require('../../remote-tools/config/jest.config.cjs'),
  // These come as ES modules only, which Jest has to compile.
  transformIgnorePatterns: ['/node_modules/(?!(@funnel|parse5|entities|jose)/)'],
};
