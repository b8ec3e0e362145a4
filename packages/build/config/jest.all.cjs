const { existsSync } = require('node:fs');
const { join } = require('node:path');

const base = require('./jest.config.cjs');
const { workspaceFolders } = require('./workspaces.cjs');

const root = join(__dirname, '../../..');
/** Playwright runs the browser tests. */
const withoutUnitTests = ['e2e'];
const workspaces = workspaceFolders.filter((folder) => !withoutUnitTests.includes(folder));

/** Every workspace's unit and service tests in one run. A workspace with special needs has its own configuration. */
module.exports = {
  // More than the two cores of a small machine, because a suite often waits for processes and databases.
  maxWorkers: 3,
  // A worker uses more memory with every suite, several gigabytes after all of them. Above this limit a new one replaces it.
  workerIdleMemoryLimit: '1500MB',
  // The default of half a second is not enough on a busy machine, where workers without open handles were reported as leaking.
  workerGracefulExitTimeout: 20_000,
  // Jest ignores this option in the configuration of a project.
  testTimeout: base.testTimeout,
  globalSetup: join(__dirname, 'jest-global-setup.cjs'),
  projects: workspaces.map((workspace) => {
    const own = join(root, workspace, 'jest.config.cjs');
    return existsSync(own) ? own : { ...base, rootDir: join(root, workspace), displayName: workspace };
  }),
};
