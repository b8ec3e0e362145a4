import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { SqliteDialect, type SqliteDatabase } from 'kysely';

type Bound = null | number | bigint | string | Uint8Array;

function bind(value: unknown): Bound {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a ${typeof value}`);
}

/** `node:sqlite`'s API as Kysely's dialect wants it. */
function adapt(database: DatabaseSyncInstance): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = database.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...values.map(bind)),
        run: (values) => statement.run(...values.map(bind)),
        iterate: (values) => statement.iterate(...values.map(bind)),
      };
    },
  };
}

/** Opens `funnel.db` in the folder. FULL: a commit returns after the log is on disk. */
export function sqliteDialect(folder: string): SqliteDialect {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'funnel.db'));
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'busy_timeout = 5000',
    'foreign_keys = ON',
  ]) {
    database.exec(`PRAGMA ${pragma}`);
  }
  return new SqliteDialect({ database: adapt(database) });
}
