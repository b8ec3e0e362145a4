import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { startCluster, stopCluster } from '../platform/postgres-cluster.testkit.ts';
import { freePort, kill, runProgram } from '../platform/program.testkit.ts';
import { canTrace, countEarlyResponses, readTrace, traceCommand } from './durability-trace.testkit.ts';
import { startLeadLoad } from './lead-load.testkit.ts';

// Traced programs are slow, and the machine may be busy.
jest.setTimeout(120_000);

const leads = 25;
const folder = mkdtempSync(join(tmpdir(), 'funnel-trace-'));
let clusterTrace = '';
let cluster = '';

/** Preloaded before the service, it makes SQLite not wait for the disk. */
const unsyncedSqlite = join(folder, 'forgetful-sqlite.mjs');

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client(`${cluster}/postgres`);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Sends leads one after the other, and counts those acknowledged before they were on disk. */
async function traceLeads(
  engine: 'sqlite' | 'postgres',
  environment: Record<string, string>,
  preload: readonly string[] = [],
) {
  const port = await freePort();
  const trace = join(folder, `service-${port}`);
  const service = await runProgram(
    join(__dirname, '../main.ts'),
    {
      NODE_ENV: 'test',
      OPERATOR_PORT: '0',
      SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
      LOG_LEVEL: 'info',
      PORT: String(port),
      ...environment,
    },
    { runner: traceCommand(trace), preload },
  );
  const load = startLeadLoad(() => `http://127.0.0.1:${port}`);
  for (let lead = 0; lead < leads; lead++) await load.send(randomUUID());
  await kill(service);
  expect(load.acknowledged.size).toBe(leads);
  const database = engine === 'postgres' ? readFileSync(clusterTrace, 'utf8') : '';
  return countEarlyResponses(readTrace(`${readFileSync(trace, 'utf8')}\n${database}`), engine);
}

const isPossible = canTrace();
const testIfTraceable = isPossible ? it : it.skip;
if (!isPossible)
  process.stderr.write(
    '\nNOT CHECKED, because strace is missing or not permitted: acknowledged leads are on disk\n',
  );

describe('an acknowledged lead is on disk', () => {
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
    cluster = await startCluster((data) => traceCommand((clusterTrace = join(data, 'trace'))));
    await administer(
      'create database careful',
      'create database forgetful',
      'alter database forgetful set synchronous_commit = off',
    );
  });
  afterAll(async () => {
    await stopCluster();
    rmSync(folder, { recursive: true });
  });

  testIfTraceable('before the response leaves (SQLite)', async () => {
    expect(await traceLeads('sqlite', { DATA_DIR: join(folder, 'careful') })).toEqual({
      acknowledged: leads,
      early: 0,
    });
  });

  testIfTraceable('before the response leaves (PostgreSQL)', async () => {
    expect(await traceLeads('postgres', { DATABASE_URL: `${cluster}/careful` })).toEqual({
      acknowledged: leads,
      early: 0,
    });
  });

  testIfTraceable('and the check detects synchronous=OFF (SQLite)', async () => {
    const { early } = await traceLeads('sqlite', { DATA_DIR: join(folder, 'off') }, [unsyncedSqlite]);
    expect(early).toBe(leads);
  });

  testIfTraceable('and the check detects synchronous_commit=off (PostgreSQL)', async () => {
    const { early } = await traceLeads('postgres', { DATABASE_URL: `${cluster}/forgetful` });
    expect(early).toBeGreaterThan(leads / 2);
  });
});
