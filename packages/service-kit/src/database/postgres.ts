import type { PostgresPool } from 'kysely';
import pg from 'pg';

import { DatabaseUnreachable } from './database-outage.ts';

// PostgreSQL sends 64-bit integers as text. All of ours are times and cents, which a double represents exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 3000, keepAlive: true, ...config });
  // The pool replaces a connection that breaks, idle or in use. Without these listeners the error would end the
  // process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * For requests of visitors: both statements and connections are limited in time. Without `jit=off`, PostgreSQL would compile a large
 * report for seconds before it runs for about one.
 */
export function openPool(connectionString: string): pg.Pool {
  const pool = createPool({ connectionString, max: 10, statement_timeout: 5000, options: '-c jit=off' });
  limitConnectionUse(pool);
  return pool;
}

/** For migrations and tools: statements have no timeout, whatever the database's default is. */
export const createLongRunningPool = (connectionString: string): pg.Pool =>
  createPool({ connectionString, max: 2, options: '-c statement_timeout=0' });

/** Wraps the pool for Kysely. A failure to connect is an outage, whatever error the driver throws. */
export const toKyselyPool = (pool: pg.Pool): PostgresPool => ({
  end: () => pool.end(),
  connect: () =>
    pool.connect().catch((cause) => {
      throw new DatabaseUnreachable(`no connection to the database (${cause.code ?? cause.message})`, {
        cause,
      });
    }),
});

/**
 * Closes a connection that one caller has used for too long. Otherwise a stalled server or a network that drops packets
 * would block callers forever.
 */
export function limitConnectionUse(pool: pg.Pool, timeoutMs = 6000): void {
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    timers.set(
      client,
      setTimeout(() => client.connection.stream.destroy(), timeoutMs),
    );
  });
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)));
}
