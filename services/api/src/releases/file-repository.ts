import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';

export type FileRow = Schema['files'];

// SQLite and PostgreSQL both limit the parameters of one statement; this is far below either.
const batchSize = 500;

/** Those of the given hashes (`sha384-…`) whose bytes are not stored. */
export async function missingFiles(db: Queries, integrities: readonly string[]): Promise<string[]> {
  const missing = new Set(integrities);
  const wanted = [...missing];
  for (let start = 0; start < wanted.length; start += batchSize) {
    const batch = wanted.slice(start, start + batchSize);
    const rows = await db.selectFrom('files').select('integrity').where('integrity', 'in', batch).execute();
    for (const { integrity } of rows) missing.delete(integrity);
  }
  return [...missing];
}

export async function insertFile(db: Queries, row: FileRow): Promise<void> {
  await db
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const findFile = (db: Queries, integrity: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('integrity', '=', integrity).executeTakeFirst();
