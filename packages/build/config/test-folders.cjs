const { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** That of a run which has started this one, so that both are removed together. */
const memory = process.env.TEST_DATABASE_FOLDER ?? '/dev/shm';
const enoughBytes = 1_000_000_000;

/** Whether files can be kept in memory. A container may have little. */
function hasMemory() {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > enoughBytes;
}

/**
 * Directs all temporary files of a run of tests to two folders, which are removed when it ends or is interrupted. Databases
 * are in memory if possible: no test cuts the power, and a disk makes each commit wait.
 */
exports.useTestFolders = () => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-tests-'));
  const databases = hasMemory() ? mkdtempSync(join(memory, 'funnel-tests-')) : folder;
  // Another user runs PostgreSQL if root runs the tests.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.env.TEST_DATABASE_FOLDER = databases;
  process.on('exit', () => {
    // Services that a test started may still be writing while they stop.
    for (const path of [folder, databases])
      rmSync(path, { recursive: true, force: true, maxRetries: 12, retryDelay: 100 });
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
};
