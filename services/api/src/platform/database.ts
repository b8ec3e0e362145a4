import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';

import { configError } from './config.ts';
import { DatabaseUnreachable } from './database-outage.ts';
import { migrate } from './migrate.ts';
import { toKyselyPool, createLongRunningPool, openPool } from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

export type Db = Kysely<Schema>;
/** A transaction of the caller, or the database itself. */
export type Queries = Db | Transaction<Schema>;
export type Engine = 'sqlite' | 'postgres';

export interface Database {
  readonly engine: Engine;
  readonly db: Db;
  /** For code that brings its own SQL. Null on SQLite. */
  readonly pool: pg.Pool | null;
  /** Throws when the database cannot be read or written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly DATABASE_URL?: string | undefined;
  readonly DATA_DIR: string;
}

const createPostgresDb = (pool: pg.Pool): Db =>
  new Kysely({ dialect: new PostgresDialect({ pool: toKyselyPool(pool) }) });

/** Migrations may take any time, including the time to wait for another replica's migrations. */
async function migratePostgres(url: string): Promise<void> {
  const db = createPostgresDb(createLongRunningPool(url));
  try {
    await migrate(db, 'postgres');
  } catch (error) {
    throw error instanceof DatabaseUnreachable ? configError('DATABASE_URL', error.message) : error;
  } finally {
    await db.destroy();
  }
}

async function openPostgres(url: string, allowLongStatements: boolean): Promise<{ db: Db; pool: pg.Pool }> {
  await migratePostgres(url);
  const pool = allowLongStatements ? createLongRunningPool(url) : openPool(url);
  return { db: createPostgresDb(pool), pool };
}

async function openSqlite(folder: string): Promise<{ db: Db; pool: null }> {
  const db: Db = new Kysely({ dialect: sqliteDialect(folder) });
  await migrate(db, 'sqlite');
  return { db, pool: null };
}

/**
 * Opens the database and migrates its tables. `allowLongStatements` is for tools that read whole tables while no
 * visitor waits. Throws `ConfigError` if the database cannot be opened.
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: DatabaseOptions,
  { allowLongStatements = false } = {},
): Promise<Database> {
  const { db, pool } = DATABASE_URL
    ? await openPostgres(DATABASE_URL, allowLongStatements)
    : await openSqlite(DATA_DIR);
  const engine: Engine = pool ? 'postgres' : 'sqlite';
  return {
    engine,
    db,
    pool,
    ping: async () => {
      const beat = { key: 'last-ping', value: String(Date.now()) };
      await db
        .insertInto('settings')
        .values(beat)
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: beat.value }))
        .execute();
    },
    close: () => db.destroy(),
  };
}
