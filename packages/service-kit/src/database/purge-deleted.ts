import { sql } from 'kysely';

import type { AnyDatabase } from './database.ts';

/**
 * Removes deleted rows from the database's files. On SQLite, `VACUUM` rewrites every page, because free pages and the
 * unused space of split pages may still contain deleted rows, even with `secure_delete`. Then the write-ahead log is
 * truncated, which fails while another process reads. Other writers wait meanwhile. On PostgreSQL, the space of deleted rows becomes available for reuse.
 */
export async function purgeDeleted({ db, engine }: AnyDatabase, tables: readonly string[]): Promise<void> {
  if (engine === 'postgres') {
    for (const table of tables) await sql`vacuum ${sql.table(table)}`.execute(db);
    return;
  }
  await sql`vacuum`.execute(db);
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  if (rows[0]?.busy !== 0) throw new Error('another process is reading the database');
}
