import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { systemClock } from '@funnel/service-kit/clock';
import pg from 'pg';

import { signedWebhookEvent } from '../billing/stripe/signed-webhook-event.testkit.ts';
import { startStripeApi, type StripeApi } from '../billing/stripe/stripe-api.testkit.ts';
import { openDatabase } from '../platform/database.ts';
import { startCluster, stopCluster } from '../platform/postgres/postgres-cluster.testkit.ts';
import { freePort } from '@funnel/service-kit/http/free-port';
import { kill, spawnProgram } from '../platform/program.testkit.ts';
import { canTrace, countEarlyResponses, readTrace, traceCommand } from './durability-trace.testkit.ts';
import { startLeadLoad } from './lead-load.testkit.ts';

// Traced programs are slow, and the machine may be busy.
jest.setTimeout(120_000);

const leads = 25;
const webhookEvents = 10;
const folder = mkdtempSync(join(tmpdir(), 'funnel-trace-'));
let clusterTrace = '';
let cluster = '';
let stripe: StripeApi;

/** Preloaded before the service, it makes SQLite not wait for the disk. */
const unsyncedSqlite = join(folder, 'forgetful-sqlite.mjs');

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client(`${cluster}/postgres`);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/**
 * Sends webhook events one after the other. Each is processed before the next one is sent, so that the only commit
 * between a request and its response is its own.
 */
async function sendWebhookEvents(origin: string, environment: Record<string, string>): Promise<void> {
  const { db, close } = await openDatabase({ DATA_DIR: '', ...environment });
  for (let sent = 1; sent <= webhookEvents; sent++) {
    const event = signedWebhookEvent('customer.created', 'cus_1', { atMs: systemClock() });
    expect((await fetch(`${origin}/api/webhooks/stripe`, event)).status).toBe(200);
    let done: unknown[];
    do done = await db.selectFrom('inbox').select('event_id').where('state', '=', 'done').execute();
    while (done.length < sent);
  }
  await close();
}

/** Sends leads and webhook events, and counts those acknowledged before they were on disk. */
async function traceService(
  engine: 'sqlite' | 'postgres',
  environment: Record<string, string>,
  preload: readonly string[] = [],
) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const trace = join(folder, `service-${port}`);
  const service = await spawnProgram(
    join(__dirname, '../main.ts'),
    {
      ...stripe.environment,
      NODE_ENV: 'test',
      OPERATOR_PORT: '0',
      SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
      LOG_LEVEL: 'info',
      PORT: String(port),
      ...environment,
    },
    { runner: traceCommand(trace), preload },
  );
  const load = startLeadLoad(() => origin);
  for (let lead = 0; lead < leads; lead++) await load.send(randomUUID());
  expect(load.acknowledged.size).toBe(leads);
  await sendWebhookEvents(origin, environment);
  await kill(service);
  const database = engine === 'postgres' ? readFileSync(clusterTrace, 'utf8') : '';
  const calls = readTrace(`${readFileSync(trace, 'utf8')}\n${database}`);
  return {
    leads: countEarlyResponses(calls, engine, 'lead'),
    webhookEvents: countEarlyResponses(calls, engine, 'webhook event'),
  };
}

const isPossible = canTrace();
const testIfTraceable = isPossible ? it : it.skip;
if (!isPossible)
  process.stderr.write(
    '\nNOT CHECKED, because strace is missing or not permitted: acknowledged leads and webhook events are on disk\n',
  );

const allOnDisk = {
  leads: { acknowledged: leads, early: 0 },
  webhookEvents: { acknowledged: webhookEvents, early: 0 },
};

describe('an acknowledged lead or webhook event is on disk', () => {
  beforeAll(async () => {
    if (!isPossible) return;
    const hook = `export async function load(url, context, next) {
      const loaded = await next(url, context);
      if (!url.includes('/database/sqlite.')) return loaded;
      return { ...loaded, source: String(loaded.source).replaceAll('synchronous = FULL', 'synchronous = OFF') };
    }`;
    writeFileSync(
      unsyncedSqlite,
      `import { register } from 'node:module';
       register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}));`,
    );
    stripe = await startStripeApi(systemClock);
    cluster = await startCluster((data) => traceCommand((clusterTrace = join(data, 'trace'))));
    await administer(
      'create database careful',
      'create database forgetful',
      'alter database forgetful set synchronous_commit = off',
    );
  });
  afterAll(async () => {
    if (isPossible) await stripe.close();
    await stopCluster();
    rmSync(folder, { recursive: true });
  });

  testIfTraceable('before the response leaves (SQLite)', async () => {
    expect(await traceService('sqlite', { DATA_DIR: join(folder, 'careful') })).toEqual(allOnDisk);
  });

  testIfTraceable('before the response leaves (PostgreSQL)', async () => {
    expect(await traceService('postgres', { DATABASE_URL: `${cluster}/careful` })).toEqual(allOnDisk);
  });

  testIfTraceable('and the check detects synchronous=OFF (SQLite)', async () => {
    expect(await traceService('sqlite', { DATA_DIR: join(folder, 'off') }, [unsyncedSqlite])).toEqual({
      leads: { acknowledged: leads, early: leads },
      webhookEvents: { acknowledged: webhookEvents, early: webhookEvents },
    });
  });

  testIfTraceable('and the check detects synchronous_commit=off (PostgreSQL)', async () => {
    const traced = await traceService('postgres', { DATABASE_URL: `${cluster}/forgetful` });
    expect(traced.leads.early).toBeGreaterThan(leads / 2);
    expect(traced.webhookEvents.early).toBeGreaterThan(webhookEvents / 2);
  });
});
