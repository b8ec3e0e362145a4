import {
  Kysely,
  PostgresDialect,
  sql,
  type Migration,
  type QueryExecutorProvider,
  type Transaction,
} from 'kysely';
import type pg from 'pg';

import { SettingError } from '../settings.ts';
import { DatabaseUnreachable, isDatabaseOutage } from './database-outage.ts';
import { migrate } from './migrate.ts';
import { toKyselyPool, createLongRunningPool, openPool } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

/** The database, or the caller's transaction. */
export type Queries<Tables> = Kysely<Tables> | Transaction<Tables>;
export type Engine = 'sqlite' | 'postgres';

export interface Database<Tables> {
  readonly engine: Engine;
  readonly db: Kysely<Tables>;
  /** The pool behind `db`, for SQL without Kysely. Null on SQLite. */
  readonly pool: pg.Pool | null;
  /** Throws if the database cannot be read or written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A database with any tables, for statements in raw SQL. */
export interface AnyDatabase {
  readonly engine: Engine;
  readonly db: QueryExecutorProvider;
}

/** The tables that the kit itself uses. A service's schema extends them, and its migrations create them. */
export interface SettingsTables {
  settings: { key: string; value: string };
}

interface DatabaseLocation {
  readonly DATABASE_URL?: string | undefined;
  readonly DATA_DIR: string;
}

interface DatabaseOptions {
  /** The migrations by name, in the order in which they run. */
  readonly migrations: (engine: Engine) => Readonly<Record<string, Migration>>;
  /** Name of the SQLite file in the data folder. */
  readonly fileName: string;
  /** For tools that read whole tables while no visitor waits. */
  readonly allowLongStatements?: boolean;
}

const onPool = <Tables>(pool: pg.Pool): Kysely<Tables> =>
  new Kysely({ dialect: new PostgresDialect({ pool: toKyselyPool(pool) }) });

/** Migrations may take any time, including the time to wait for another replica's migrations. */
async function migratePostgres(url: string, { migrations }: DatabaseOptions): Promise<void> {
  const db = onPool(createLongRunningPool(url));
  try {
    await migrate(db, migrations('postgres'));
  } catch (error) {
    throw error instanceof DatabaseUnreachable ? new SettingError('DATABASE_URL', error.message) : error;
  } finally {
    await db.destroy();
  }
}

async function openPostgres<Tables>(
  url: string,
  options: DatabaseOptions,
): Promise<{ db: Kysely<Tables>; pool: pg.Pool }> {
  await migratePostgres(url, options);
  const pool = options.allowLongStatements ? createLongRunningPool(url) : openPool(url);
  return { db: onPool(pool), pool };
}

async function openSqlite<Tables>(
  folder: string,
  { migrations, fileName }: DatabaseOptions,
): Promise<{ db: Kysely<Tables>; pool: null }> {
  let db: Kysely<Tables> | undefined;
  try {
    db = new Kysely<Tables>({ dialect: sqliteDialect(folder, fileName) });
    await migrate(db, migrations('sqlite'));
    return { db, pool: null };
  } catch (error) {
    await db?.destroy();
    // A migration that fails for another reason is a fault of the program.
    if (db && !isDatabaseOutage(error)) throw error;
    throw new SettingError('DATA_DIR', `${folder} cannot hold the database (${error})`);
  }
}

/** Opens the database and brings its tables up to date. Throws `SettingError` if the database cannot be opened. */
export async function openDatabase<Tables extends SettingsTables>(
  { DATABASE_URL, DATA_DIR }: DatabaseLocation,
  options: DatabaseOptions,
): Promise<Database<Tables>> {
  const { db, pool } = DATABASE_URL
    ? await openPostgres<Tables>(DATABASE_URL, options)
    : await openSqlite<Tables>(DATA_DIR, options);
  const engine: Engine = pool ? 'postgres' : 'sqlite';
  return {
    engine,
    db,
    pool,
    ping: async () => {
      await sql`
        insert into settings (key, value) values ('last-ping', ${String(Date.now())})
        on conflict (key) do update set value = excluded.value
      `.execute(db);
    },
    close: () => db.destroy(),
  };
}
