import { systemClock } from '@funnel/service-kit/clock';
import { listen } from '@funnel/service-kit/http/server';
import { createLog } from '@funnel/service-kit/log';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

import { createApps, createDependencies } from '../app.ts';
import { readConfig } from './config.ts';
import { openDatabase, type Db } from './database.ts';
import { loadSecretKeys } from './secret-keys.ts';

// A program for benchmarks: the service with all its policies on a database that discards every write.
const config = readConfig(process.env);
const log = createLog(config.LOG_LEVEL);
const database = await openDatabase(config);
const db: Db = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
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
