import { Kysely, Migrator, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';

import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

export type Db = Kysely<Schema>;
/** Takes part in the caller's transaction, or is the database itself. */
export type Queries = Db | Transaction<Schema>;
export type Engine = 'sqlite' | 'postgres';

export interface Database {
  readonly engine: Engine;
  readonly db: Db;
  /** Throws when the database cannot be read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly DATABASE_URL?: string | undefined;
  readonly DATA_DIR: string;
}

// PostgreSQL sends 64-bit integers as text; ours are times and cents, far inside a double's whole numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function postgresDialect(connectionString: string): PostgresDialect {
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 3000, keepAlive: true });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}

/** Opens the database and brings its tables up to date. Replicas may do so at once: the migrator locks. */
export async function openDatabase({ DATABASE_URL, DATA_DIR }: DatabaseOptions): Promise<Database> {
  const engine: Engine = DATABASE_URL ? 'postgres' : 'sqlite';
  const db: Db = new Kysely({ dialect: DATABASE_URL ? postgresDialect(DATABASE_URL) : sqliteDialect(DATA_DIR) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return {
    engine,
    db,
    ping: async () => {
      await db.selectFrom('settings').select('key').limit(1).execute();
    },
    close: () => db.destroy(),
  };
}
