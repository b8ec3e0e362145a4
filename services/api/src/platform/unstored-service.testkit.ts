import { systemClock } from '@funnel/service-kit/clock';
import { listen } from '@funnel/service-kit/http/server';
import { createLog } from '@funnel/service-kit/log';
import {
  DummyDriver,
  InsertQueryNode,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
} from 'kysely';

import { createApps, createDependencies } from '../app.ts';
import { readConfig } from './config.ts';
import { openDatabase, type Db } from './database.ts';
import { loadSecretKeys } from './secret-keys.ts';

/** The rows of an insert, as if all of them were new. Other queries find nothing. */
function rowsOf({ query, parameters }: CompiledQuery): Record<string, unknown>[] {
  if (!InsertQueryNode.is(query) || !query.columns) return [];
  const names = query.columns.map(({ column }) => column.name);
  return Array.from({ length: parameters.length / names.length }, (_, row) =>
    Object.fromEntries(names.map((name, at) => [name, parameters[row * names.length + at]])),
  );
}

class DiscardingDriver extends DummyDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    // The benchmark counts rejected leads, so a discarded lead has to look stored.
    Object.assign(connection, {
      executeQuery: async (query: CompiledQuery) => ({ rows: rowsOf(query) }),
    });
    return connection;
  }
}

// A program for benchmarks: the service with all its policies on a database that discards every write.
const config = readConfig(process.env);
const log = createLog(config.LOG_LEVEL);
const database = await openDatabase(config);
const db: Db = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DiscardingDriver(),
    createIntrospector: (own) => new SqliteIntrospector(own),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const keys = loadSecretKeys(config);
const context = { config, database: { ...database, db }, clock: systemClock, log, keys };
const urls = { visitors: () => '', operators: () => '' };
const idle = { wakeOutbox: () => undefined, wakeInbox: () => undefined };
const { origin } = await listen(
  createApps({ ...createDependencies(context), ...idle, urls }).visitors,
  config.PORT,
  config.HOST,
);
log.info({ address: origin }, 'listening');
