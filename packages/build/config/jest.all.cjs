const { existsSync } = require('node:fs');
const { join } = require('node:path');

const base = require('./jest.config.cjs');

const root = join(__dirname, '../../..');
const workspaces = [
  ...['contracts', 'shell-kit', 'service-kit', 'ui', 'build'].map((name) => `packages/${name}`),
  'shell',
  'mfe-quiz',
  'mfe-pricing',
  'mfe-checkout',
  'mfe-legal',
  ...['api', 'releases', 'console', 'payment-sandbox'].map((name) => `services/${name}`),
];

/** Every workspace's unit and service tests in one run. A workspace with needs of its own has its own configuration. */
module.exports = {
  // Many suites wait for processes and databases: two use two cores better than the default, which leaves one free.
  maxWorkers: 2,
  projects: workspaces.map((workspace) => {
    const own = join(root, workspace, 'jest.config.cjs');
    return existsSync(own) ? own : { ...base, rootDir: join(root, workspace), displayName: workspace };
  }),
};
