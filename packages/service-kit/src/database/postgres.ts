import type { PostgresPool } from 'kysely';
import pg from 'pg';

import { DatabaseUnreachable } from './database-outage.ts';

// PostgreSQL sends 64-bit integers as text; ours are times and cents, far inside a double's whole numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function connectPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 3000, keepAlive: true, ...config });
  // A connection that breaks, idle or in use, is replaced by the pool; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** For what visitors wait for: neither a statement nor a piece of work may take long. */
export function openPool(connectionString: string): pg.Pool {
  const pool = connectPool({ connectionString, max: 10, statement_timeout: 5000 });
  limitHolding(pool);
  return pool;
}

/** For migrations and tools, whatever the database's own default is. */
export const createRetryingPool = (connectionString: string): pg.Pool =>
  connectPool({ connectionString, max: 2, options: '-c statement_timeout=0' });

/** The pool for Kysely: failing to get a connection is an outage, whatever the driver calls it. */
export const guarded = (pool: pg.Pool): PostgresPool => ({
  end: () => pool.end(),
  connect: () =>
    pool.connect().catch((cause) => {
      throw new DatabaseUnreachable(`no connection to the database (${cause.code ?? cause.message})`, {
        cause,
      });
    }),
});

/**
 * Ends a connection that one piece of work has held for too long: a server that stands still, or a network that swallows
 * everything, would else keep its callers waiting for ever.
 */
export function limitHolding(pool: pg.Pool, timeoutMs = 6000): void {
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    timers.set(
      client,
      setTimeout(() => client.connection.stream.destroy(), timeoutMs),
    );
  });
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)));
}
