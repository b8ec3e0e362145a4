import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import autocannon from 'autocannon';

import { readConfig } from '../../services/api/src/platform/config.ts';
import { openDatabase, type Database } from '../../services/api/src/platform/database.ts';
import {
  startCluster,
  stopCluster,
} from '../../services/api/src/platform/postgres/postgres-cluster.testkit.ts';
import { freePort } from '@funnel/service-kit/http/free-port';
import { startProgram } from '../../services/api/src/platform/program.testkit.ts';
import { countNextPeriod } from '../../services/api/src/reports/report-facts.ts';
import { insertManyVisits } from '../../services/api/src/reports/insert-many-visits.testkit.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { programs } from './programs.ts';

const connections = 32;
const roundSeconds = 6;
const requestsPerRound = 40;
const operatorToken = 'operator-token-for-benchmarks';
const settings = {
  NODE_ENV: 'test',
  OPERATOR_TOKEN: operatorToken,
  SECRET_KEY: 'a-secret-key-for-benchmarks-0123456789',
  RATE_LIMIT_PER_MINUTE: '1000000',
};
const reports = {
  overview: '/api/reports/overview?days=30',
  funnel: '/api/reports/funnel?days=30',
  'funnel of a source': '/api/reports/funnel?days=30&source=source-3',
  timeline: '/api/reports/timeline',
} as const;

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;

async function timeOf(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${operatorToken}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return performance.now() - startedAt;
}

/** Counts all events as the worker of the service does. Returns the time of each transaction in milliseconds. */
async function countAll(database: Database): Promise<number[]> {
  const context = { config: readConfig({ NODE_ENV: 'test' }), database, clock: () => Date.now() };
  const times: number[] = [];
  for (let left = 1; left > 0;) {
    const startedAt = performance.now();
    left = await countNextPeriod(context);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** The milliseconds that the service takes for a page view, each of a new visit, if it stores as many as it can. */
async function timePerStoredView(origin: string): Promise<number> {
  const { errors, non2xx, requests } = await autocannon({
    url: origin,
    connections,
    duration: roundSeconds,
    requests: [
      {
        method: 'POST',
        path: '/api/events',
        headers: { 'content-type': 'application/json', origin },
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({
            events: [{ id: randomUUID(), name: 'PageView', at: Date.now(), path: '/step-1', setId: 'set-1' }],
          }),
        }),
      },
    ],
  });
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} rejections from ${origin}`);
  return 1000 / requests.average;
}

async function benchEngine(
  location: { readonly DATABASE_URL?: string; readonly DATA_DIR: string },
  events: number,
  rounds: number,
): Promise<BenchmarkResults> {
  const database = await openDatabase(location, { allowLongStatements: true });
  const { engine } = database;
  const log = (text: string) => console.log(`· ${engine}: ${text}`);
  const startedAt = performance.now();
  await insertManyVisits(database.db, events, Date.now());
  log(`${events} events created in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const transactionsMs = await countAll(database);
  const countMs = transactionsMs.reduce((sum, ms) => sum + ms, 0);
  log(`counted in ${transactionsMs.length} transactions, ${Math.round(countMs / 1000)} s`);
  await database.close();

  const [port, operatorPort] = [await freePort(), await freePort()];
  const kill = await startProgram(programs.service, {
    ...settings,
    ...location,
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
  });
  const results: Record<string, number[]> = {
    [`${engine}, count of events, transaction, ms`]: transactionsMs,
  };
  const record = (result: string, value: number) => (results[`${engine}, ${result}`] ??= []).push(value);
  try {
    // The first round is for warm-up.
    for (let round = -1; round < rounds; round++)
      for (const [name, path] of Object.entries(reports)) {
        const times: number[] = [];
        for (let request = 0; request < requestsPerRound; request++)
          times.push(await timeOf(`http://127.0.0.1:${operatorPort}${path}`));
        if (round < 0) continue;
        record(`${name}, median, ms`, at(times, 0.5));
        record(`${name}, 99th percentile, ms`, at(times, 0.99));
      }
    for (let round = -1; round < rounds; round++) {
      const storeMs = await timePerStoredView(`http://127.0.0.1:${port}`);
      if (round < 0) continue;
      record('page views stored a second', 1000 / storeMs);
      record('storing with counts, ratio to without', 1 + countMs / events / storeMs);
    }
  } finally {
    await kill();
  }
  return results;
}

/**
 * The time of the reports over `millions` of events on each of the named engines, `sqlite` and `postgres`, and the cost of the
 * counts that they are read from.
 */
export async function benchReports(
  rounds: number,
  _minutes: number,
  millions: number,
  engines: readonly string[],
): Promise<BenchmarkResults> {
  const events = millions * 1_000_000;
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-reports-'));
  try {
    const sqlite = engines.includes('sqlite')
      ? await benchEngine({ DATA_DIR: join(dataDir, 'sqlite') }, events, rounds)
      : {};
    if (!engines.includes('postgres')) return sqlite;
    const cluster = await startCluster();
    const postgres = await benchEngine(
      { DATABASE_URL: `${cluster}/postgres`, DATA_DIR: dataDir },
      events,
      rounds,
    );
    return { ...sqlite, ...postgres };
  } finally {
    await stopCluster();
    rmSync(dataDir, { recursive: true });
  }
}
