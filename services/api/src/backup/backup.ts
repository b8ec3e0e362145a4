import { readConfig } from '../platform/config.ts';
import { runCommand } from '../platform/run-command.ts';
import { backUp, BackupError, restore } from './sqlite-files.ts';

const usage = 'Usage: npm run backup -- <file>, or npm run restore -- <file>';

/** A restored backup also restores revoked tokens and removed publishers. */
const afterRestore = `What was removed after the backup is valid again: operator tokens, publishers, webhooks.
A set that was rolled back after it may be live again. Start the service, look at "token list", "publisher list",
"webhook show APP" and "status" of "npm run release --", and revoke, remove and roll back again.
docs/runbooks/backup-and-privacy.md says what else to do.`;

const postgres = {
  backup: 'DATABASE_URL is set. Run: pg_dump --format=custom --file=<file> "$DATABASE_URL"',
  restore: `DATABASE_URL is set. Stop every replica, back up what is there, then run: psql --command="drop schema public cascade" --command="create schema public" "$DATABASE_URL" && pg_restore --exit-on-error --dbname="$DATABASE_URL" <file>\n${afterRestore}`,
};

await runCommand(usage, ([command, file, ...more]) => {
  // An unknown option is not the name of a file.
  if ((command !== 'backup' && command !== 'restore') || !file || file.startsWith('-') || more.length > 0)
    return { status: 2, notes: [usage] };
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env, { isServing: false });
  if (DATABASE_URL) throw new BackupError(postgres[command]);
  if (command === 'backup') {
    backUp(DATA_DIR, file);
    return { status: 0, out: `Backed up to ${file}` };
  }
  const previous = restore(DATA_DIR, file, Date.now());
  return {
    status: 0,
    out: `Restored from ${file}${previous ? `. The previous database was moved to ${previous}` : ''}\n${afterRestore}`,
  };
});
