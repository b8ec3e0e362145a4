import { request, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

import Koa from 'koa';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { errorHandler } from './errors.ts';
import { listen } from './server.ts';

const log = createLog('silent');

/** What the policies of a router need, with a database that returns nothing. */
export const withoutDatabase = {
  config: { RATE_LIMIT_PER_MINUTE: 1000 },
  database: {
    engine: 'sqlite',
    db: new Kysely({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (own) => new SqliteIntrospector(own),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
    pool: null,
  },
  clock: systemClock,
  log,
} as const;

/** Serves what `configure` adds behind the handler of errors, on a free port. */
export function serve(configure: (app: Koa) => unknown) {
  const app = new Koa();
  // Koa would print that a test has ended a connection.
  app.silent = true;
  configure(app.use(errorHandler(log)));
  return listen(app, 0, '127.0.0.1');
}

/** Sends a request as it stands: `fetch` would add headers, and change the path. */
export const send = (
  origin: string,
  {
    path = '/',
    headers = {},
    body = '',
  }: { path?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer },
) =>
  new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(origin);
      request({ hostname, port, path, method: 'POST', headers }, (response) => {
        text(response).then(
          (received) => resolve({ status: response.statusCode, headers: response.headers, body: received }),
          reject,
        );
      })
        .once('error', reject)
        .end(body);
    },
  );
