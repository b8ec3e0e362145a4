const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

const { useTestFolders } = require('./test-folders.cjs');

const root = join(__dirname, '../../..');
const services = ['services/api', 'services/payment-sandbox'];

/**
 * Jest's global setup. Tests start the compiled services, and must not start old ones. `TEST_KEEP_COMPILED` skips this, for a caller
 * that has compiled them.
 */
module.exports = () => {
  if (!process.env.TEST_KEEP_COMPILED)
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...services], {
      cwd: root,
      stdio: 'inherit',
    });
  useTestFolders();
};
