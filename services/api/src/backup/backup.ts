import { ConfigError } from '@funnel/service-kit/settings';

import { readConfig } from '../platform/config.ts';
import { printHelp } from '../platform/print-help.ts';
import { backUp, BackupError, restore } from './sqlite-files.ts';

const usage = 'Usage: npm run backup -- <file>, or npm run restore -- <file>';

/** A backup also brings back what was removed to keep somebody out. */
const afterRestore = `What was removed after the backup is valid again: operator tokens, publishers, webhooks.
A set that was rolled back after it may be live again. Start the service, look at "token list", "publisher list",
"webhook show APP" and "status" of "npm run release --", and revoke, remove and roll back again.
docs/runbooks/backup-and-privacy.md says what else to do.`;

const postgres = {
  backup: 'DATABASE_URL is set. Run: pg_dump --format=custom --file=<file> "$DATABASE_URL"',
  restore: `DATABASE_URL is set. Stop every replica, back up what is there, then run: psql --command="drop schema public cascade" --command="create schema public" "$DATABASE_URL" && pg_restore --exit-on-error --dbname="$DATABASE_URL" <file>\n${afterRestore}`,
};

/** Returns the exit status: 0 done, 1 failed, 2 usage. */
function run([command, file, ...more]: readonly string[]): number {
  if ((command !== 'backup' && command !== 'restore') || !file || more.length > 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env, { isServing: false });
  if (DATABASE_URL) throw new BackupError(postgres[command]);
  if (command === 'backup') {
    backUp(DATA_DIR, file);
    process.stdout.write(`Backed up to ${file}\n`);
  } else {
    const previous = restore(DATA_DIR, file, Date.now());
    process.stdout.write(
      `Restored from ${file}${previous ? `. The previous database was moved to ${previous}` : ''}\n${afterRestore}\n`,
    );
  }
  return 0;
}

printHelp(usage);
try {
  process.exitCode = run(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof BackupError || error instanceof ConfigError;
  process.stderr.write(`${isExpected ? error.message : error}\n`);
  process.exitCode = 1;
}
