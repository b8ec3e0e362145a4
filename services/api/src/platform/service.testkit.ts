import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { assignmentCookie, signAssignment } from '@funnel/releases/visitors/assignment-cookie';
import { previewCookie, signPreview } from '@funnel/releases/visitors/preview-cookie';
import type { Clock } from '@funnel/service-kit/clock';
import type { Engine } from '@funnel/service-kit/database/database';
import { hourMs } from '@funnel/service-kit/durations';
import { readRaw } from '@funnel/service-kit/http/json-body';
import { listen } from '@funnel/service-kit/http/server';
import { createLog, type Log } from '@funnel/service-kit/log';
import Koa from 'koa';
import pg from 'pg';

import { createApps, createDependencies, type AppDependencies } from '../app.ts';
import type { AppContext } from './app-context.ts';
import { readConfig } from './config.ts';
import { createCookieJar } from './cookie-jar.testkit.ts';
import { openDatabase, type Database } from './database.ts';
import { createSecretKeys } from './secret-keys.ts';

/** Where the databases of tests are. Jest's global setup creates the folder. */
const databaseFolder = process.env['TEST_DATABASE_FOLDER'] ?? tmpdir();

interface TestDatabase {
  readonly DATABASE_URL?: string;
  readonly DATA_DIR: string;
  remove(): Promise<void>;
}

async function administer(statement: string): Promise<string> {
  const cluster = process.env['TEST_POSTGRES_URL'];
  if (!cluster) throw new Error('no PostgreSQL for the tests: run them by `npm test -w services/api`');
  const client = new pg.Client(`${cluster}/postgres`);
  await client.connect();
  await client.query(statement);
  await client.end();
  return cluster;
}

/** Creates an empty database of each engine. */
export const createTestDatabase: Record<Engine, () => Promise<TestDatabase>> = {
  async sqlite() {
    const folder = mkdtempSync(join(databaseFolder, 'funnel-sqlite-'));
    return { DATA_DIR: folder, remove: async () => rmSync(folder, { recursive: true, force: true }) };
  },
  async postgres() {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    const cluster = await administer(`create database ${name}`);
    const remove = async () => void (await administer(`drop database ${name} with (force)`));
    return { DATABASE_URL: `${cluster}/${name}`, DATA_DIR: '', remove };
  },
};

/** Mutation tests run every suite hundreds of times, and most of them on SQLite alone. */
const engines: readonly Engine[] =
  process.env['TEST_ENGINE'] === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres'];

/**
 * Runs the suite on each engine, each time with an empty database. Every `open()` adds a connection to that database, as another
 * replica or a restart would. All are closed at the end. If transactions overlap, open SQLite once: a second connection
 * in the same process would wait for itself.
 */
export function describeOnEachEngine(
  name: string,
  suite: (open: () => Promise<Database>, engine: Engine, testDatabase: () => TestDatabase) => void,
): void {
  describe.each(engines)(`${name} (%s)`, (engine) => {
    let testDatabase: TestDatabase;
    const opened: Database[] = [];
    beforeAll(async () => {
      testDatabase = await createTestDatabase[engine]();
    });
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()));
      await testDatabase.remove();
    });
    const open = async () => {
      const database = await openDatabase(testDatabase);
      opened.push(database);
      return database;
    };
    suite(open, engine, () => testDatabase);
  });
}

/** A clock that changes only when the test advances it. */
export function createTestClock(startMs = Date.UTC(2026, 0, 15, 12)) {
  let nowMs = startMs;
  const clock: Clock = () => nowMs;
  return { clock, advance: (byMs: number) => (nowMs += byMs) };
}

/**
 * Sets the process's own clock, `performance.now()`, which stands until `jest.restoreAllMocks()`. lru-cache remembers the time
 * until a timer of one millisecond ends, and an equal timer that starts later ends after it.
 */
export async function setUptime(ms: number): Promise<void> {
  jest.spyOn(performance, 'now').mockReturnValue(ms);
  await new Promise((resolve) => setTimeout(resolve, 1));
}

export const testOperatorToken = 'operator-token-for-tests';

/** Replicas in one test sign with the same keys. */
export const testKeys = createSecretKeys('a-secret-key-for-tests-of-32-characters');

const isForOperators = (path: string) =>
  /^\/(api\/(releases|reports|deliveries|operator)\b|metrics)/.test(path);

interface TestAppOptions {
  readonly database: Database;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Environment variables beyond the test's own. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly dependencies?: Partial<AppDependencies>;
  /** Other limits of the listeners than the service's own. */
  readonly limits?: Parameters<typeof listen>[3];
}

export interface TestApp {
  /** The origin of the visitors' listener. */
  readonly origin: string;
  readonly operatorsOrigin: string;
  readonly context: AppContext;
  /** Calls `fetch` on the listener that serves the path. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Posts the value as JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** Starts the real application over real HTTP on a free port, without background workers. */
export async function startTestApp(options: TestAppOptions): Promise<TestApp> {
  const { database, clock = createTestClock().clock, environment = {}, dependencies = {} } = options;
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    OPERATOR_TOKEN: testOperatorToken,
    DATA_DIR: tmpdir(),
    RATE_LIMIT_PER_MINUTE: '100000',
    REQUEST_LOG_SAMPLING: '1',
    ...environment,
  });
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const context: AppContext = { config, database, clock, log, keys: testKeys };
  const apps = createApps({
    ...createDependencies(context),
    urls: {
      visitors: () => config.PUBLIC_URL ?? visitors.origin,
      operators: () => config.OPERATOR_URL ?? operators.origin,
    },
    wakeOutbox: () => undefined,
    wakeInbox: () => undefined,
    ...dependencies,
  });
  // A test computes in this process too, so its client could use a connection that the service closes in the same moment.
  const limits = { keepAliveTimeoutMs: hourMs, ...options.limits };
  const visitors = await listen(apps.visitors, 0, '127.0.0.1', limits);
  const operators = await listen(apps.operators, 0, '127.0.0.1', limits);
  const request = (path: string, init?: RequestInit) => {
    const { origin } = isForOperators(path) ? operators : visitors;
    return fetch(`${origin}${path}`, { redirect: 'manual', ...init });
  };
  return {
    origin: visitors.origin,
    operatorsOrigin: operators.origin,
    context,
    request,
    post: (path, body, headers) =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    close: async () => void (await Promise.all([visitors.close(), operators.close()])),
  };
}

/** The `Cookie` header of a browser that previews a set. */
export function previewCookieHeader({ context: { clock } }: TestApp, setId = 'aaaaaaaaaaaa'): string {
  const preview = { kind: 'set', targets: [setId], expiresAt: clock() + hourMs } as const;
  return `${previewCookie}=${signPreview(preview, testKeys('visit'))}`;
}

/** The `Cookie` header of a visit that is assigned to a release set. */
export function assignmentCookieHeader(
  { context: { clock } }: TestApp,
  { setId, visitId }: { setId: string; visitId: string },
): string {
  const assignment = { setId, seenAtMs: clock(), visitId, hasDocument: true };
  return `${assignmentCookie}=${signAssignment(assignment, testKeys('visit'))}`;
}

/** Starts a visit, assigns it to a release set, and returns its cookies. */
export async function startAssignedVisit(app: TestApp, setId: string) {
  const jar = createCookieJar();
  jar.store(await app.request('/api/config'));
  const visitId = jar.visitId();
  return { cookie: `${jar.header()}; ${assignmentCookieHeader(app, { setId, visitId })}`, visitId };
}

export interface ReceivedCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Starts a server on this machine that receives deliveries. `respond` returns the response to each call. */
export async function startReceiver(
  respond: (call: ReceivedCall) => { status: number; headers?: Record<string, string>; body?: string },
) {
  const calls: ReceivedCall[] = [];
  const app = new Koa();
  app.use(async (ctx) => {
    const call = { path: ctx.path, headers: ctx.headers, body: (await readRaw(ctx, 1_000_000)).toString() };
    calls.push(call);
    const { status, headers = {}, body = '' } = respond(call);
    ctx.set(headers);
    ctx.body = body;
    ctx.status = status;
  });
  return { ...(await listen(app, 0, '127.0.0.1')), calls };
}
