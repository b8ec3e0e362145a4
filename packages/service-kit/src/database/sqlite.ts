import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';

import { createFolder } from '../create-folder.ts';

type Bound = null | number | bigint | string | Uint8Array;

function bind(value: unknown): Bound {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a ${typeof value}`);
}

/** How many statements stay prepared: more than the service has, not counting those that differ in the length of a list. */
const maxPreparedStatements = 500;

/**
 * Adapts `@photostructure/sqlite` to the API that Kysely's dialect expects. Preparing a statement costs about three times
 * as much as running it, so statements stay prepared. The service streams no rows: two iterations of one statement at once
 * would disturb each other.
 */
function adapt(database: DatabaseSyncInstance): SqliteDatabase {
  const prepare = (text: string): SqliteStatement => {
    const statement = database.prepare(text);
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...values.map(bind)),
      run: (values) => statement.run(...values.map(bind)),
      iterate: (values) => statement.iterate(...values.map(bind)),
    };
  };
  const statements = new LRUCache<string, SqliteStatement>({
    max: maxPreparedStatements,
    memoMethod: prepare,
  });
  return {
    close: () => database.close(),
    prepare(text) {
      // After a full disk or an I/O error, SQLite has already rolled back, and a second rollback would hide the original error.
      const isRolledBack = text === 'rollback' && !database.isTransaction;
      return statements.memo(isRolledBack ? 'select 1' : text);
    },
  };
}

function openFile(folder: string, fileName: string): DatabaseSyncInstance {
  const file = join(folder, fileName);
  createFolder(folder);
  // SQLite creates its write-ahead log and shared memory with the mode of the database file.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  return new DatabaseSync(file);
}

/**
 * Runs all migrations in one transaction, which SQLite supports for tables, too. If processes start at once, the first
 * one migrates and the others wait and find it done.
 */
class MigratingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TransactionDriver extends SqliteDriver {
  /**
   * A transaction takes the write lock when it begins, because taking it later fails if another process has written
   * meanwhile. One that only reads takes none, so that others can write.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    const mode = accessMode === 'read only' ? 'deferred' : 'immediate';
    await connection.executeQuery(CompiledQuery.raw(`begin ${mode}`));
  }
}

class SqliteFileDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new TransactionDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new MigratingAdapter();
  }
}

/**
 * Opens the database's file in the folder. With `synchronous = FULL` a commit returns after the log is on disk. Deleted
 * data is overwritten with zeros, and `purgeDeleted` removes the rest.
 */
export function sqliteDialect(folder: string, fileName: string): SqliteDialect {
  const database = openFile(folder, fileName);
  for (const pragma of [
    // This must be the first setting, so that processes that start at once wait for each other.
    'busy_timeout = 5000',
    'journal_mode = WAL',
    'synchronous = FULL',
    'secure_delete = ON',
  ]) {
    database.exec(`PRAGMA ${pragma}`);
  }
  return new SqliteFileDialect({ database: adapt(database) });
}
