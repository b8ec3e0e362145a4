import type { Manifest } from '@funnel/contracts/release';
import { sql } from 'kysely';

import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';

type FileRow = Schema['files'];

export const hashesOf = ({ files }: Manifest): string[] =>
  Object.values(files).map(({ integrity }) => integrity);

/** Returns those of the hashes (`sha384-…`) that have no stored bytes. The hashes are distinct, and of one build at most. */
export async function missingFiles(db: Queries, integrities: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('integrity')
    .where('integrity', 'in', integrities)
    .execute();
  const stored = new Set(rows.map(({ integrity }) => integrity));
  return integrities.filter((integrity) => !stored.has(integrity));
}

export const insertFile = (db: Queries, row: FileRow) =>
  db
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const findFile = (db: Queries, integrity: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('integrity', '=', integrity).executeTakeFirst();

/** Returns whether the bytes are stored without a compressed form. */
export async function isUncompressed(db: Queries, integrity: string): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select('integrity')
    .where('integrity', '=', integrity)
    .where((by) => by(by.fn<number>('length', ['body_br']), '=', 0))
    .executeTakeFirst();
  return row !== undefined;
}

export const setCompressed = (db: Queries, integrity: string, compressed: Uint8Array) =>
  db.updateTable('files').set({ body_br: compressed }).where('integrity', '=', integrity).execute();

/** The bytes of all manifests and files, with their compressed copies, and of uploads that belong to no build yet. */
export async function readStoredBytes(db: Queries): Promise<number> {
  const { bytes } = await db
    .selectNoFrom(
      sql<number>`cast(
        (select coalesce(sum(length(body) + length(body_br)), 0) from files) +
        (select coalesce(sum(octet_length(manifest)), 0) from builds) as bigint)`.as('bytes'),
    )
    .executeTakeFirstOrThrow();
  return bytes;
}
