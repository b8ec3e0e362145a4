import { sql } from 'kysely';

import type { AnyDatabase } from './database.ts';

/** The database is held by another process: what was deleted is gone from its rows, but not yet from its files. */
export class PurgeIncomplete extends Error {}

/**
 * Removes from the database's files what was deleted from its rows. On SQLite `VACUUM` writes every page anew: free
 * pages, and what splitting a page leaves within it, may hold deleted rows even where deleting overwrites. Then the log is
 * emptied. It keeps other writers waiting meanwhile. On PostgreSQL the space of deleted rows is given back for reuse.
 */
export async function purgeDeleted({ db, engine }: AnyDatabase, tables: readonly string[]): Promise<void> {
  if (engine === 'postgres') {
    for (const table of tables) await sql`vacuum ${sql.table(table)}`.execute(db);
    return;
  }
  await sql`vacuum`.execute(db);
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  if (rows[0]?.busy !== 0) throw new PurgeIncomplete('another process is reading the database');
}
