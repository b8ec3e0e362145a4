import { Kysely, Migrator, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';

import { configFault } from './config.ts';
import { DatabaseUnreachable } from './database-outage.ts';
import { migrations } from './migrations.ts';
import { guarded, limitHolding, openPool } from './postgres.ts';
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

/**
 * Opens the database and brings its tables up to date. Replicas may do so at once: the migrator locks.
 * Throws `ConfigError` where there is no database to open.
 */
export async function openDatabase({ DATABASE_URL, DATA_DIR }: DatabaseOptions): Promise<Database> {
  const pool = DATABASE_URL ? openPool(DATABASE_URL) : null;
  const engine: Engine = pool ? 'postgres' : 'sqlite';
  const db: Db = new Kysely({
    dialect: pool ? new PostgresDialect({ pool: guarded(pool) }) : sqliteDialect(DATA_DIR),
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error instanceof DatabaseUnreachable ? configFault('DATABASE_URL', error.message) : error;
  }
  if (pool) limitHolding(pool);
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
