import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';

import { configError } from './config.ts';
import { DatabaseUnreachable } from './database-outage.ts';
import { migrate } from './migrate.ts';
import { guarded, createRetryingPool, openPool } from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

export type Db = Kysely<Schema>;
/** Takes part in the caller's transaction, or is the database itself. */
export type Queries = Db | Transaction<Schema>;
export type Engine = 'sqlite' | 'postgres';

export interface Database {
  readonly engine: Engine;
  readonly db: Db;
  /** For what brings its own SQL; null on SQLite. */
  readonly pool: pg.Pool | null;
  /** Throws when the database cannot be read or written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly DATABASE_URL?: string | undefined;
  readonly DATA_DIR: string;
}

const onPool = (pool: pg.Pool): Db => new Kysely({ dialect: new PostgresDialect({ pool: guarded(pool) }) });

/** Migrations take the time that they take, and that another replica's take. */
async function migratePostgres(url: string): Promise<void> {
  const db = onPool(createRetryingPool(url));
  try {
    await migrate(db, 'postgres');
  } catch (error) {
    throw error instanceof DatabaseUnreachable ? configError('DATABASE_URL', error.message) : error;
  } finally {
    await db.destroy();
  }
}

async function openPostgres(url: string, isPatient: boolean): Promise<{ db: Db; pool: pg.Pool }> {
  await migratePostgres(url);
  const pool = isPatient ? createRetryingPool(url) : openPool(url);
  return { db: onPool(pool), pool };
}

async function openSqlite(folder: string): Promise<{ db: Db; pool: null }> {
  const db: Db = new Kysely({ dialect: sqliteDialect(folder) });
  await migrate(db, 'sqlite');
  return { db, pool: null };
}

/**
 * Opens the database and brings its tables up to date. `isPatient`: for tools that go through whole tables, and keep no
 * visitor waiting. Throws `ConfigError` where there is no database to open.
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: DatabaseOptions,
  { isPatient = false } = {},
): Promise<Database> {
  const { db, pool } = DATABASE_URL
    ? await openPostgres(DATABASE_URL, isPatient)
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
