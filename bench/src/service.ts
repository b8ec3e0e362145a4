import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '@funnel/service-kit/http/free-port';
import autocannon from 'autocannon';

import {
  startCluster,
  stopCluster,
} from '../../services/api/src/platform/postgres/postgres-cluster.testkit.ts';
import { startProgram } from '../../services/api/src/platform/program.testkit.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { percentile } from './percentile.ts';
import { programs } from './programs.ts';
import { postAtRandomTimes, type SteadyRequest } from './steady-load.ts';

const connections = 32;
const roundSeconds = 6;
const limits = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_NETWORK: '1000000' };
const operatorToken = 'operator-token-for-benchmarks';
const testSettings = {
  NODE_ENV: 'test',
  OPERATOR_TOKEN: operatorToken,
  SECRET_KEY: 'a-secret-key-for-benchmarks-0123456789',
};

const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];

/** A lead with every answer, without id and email. */
const lead = {
  timestamp: '2026-01-15T12:00:00.000Z',
  step: 'Email Step (17)',
  specialGoal: 'Buy a house',
  quizAnswers: Object.fromEntries(
    Array.from({ length: 17 }, (_, at) => [`Question ${at}`, `What the visitor answered to question ${at}`]),
  ),
  answers_summary: Array.from({ length: 17 }, (_, at) => `Question ${at}: What the visitor answered`).join(
    ', ',
  ),
};

interface Load {
  readonly perSecond: number;
  readonly percentile99Ms: number;
}

/** Leads of one visitor wait for each other. These are far more than the connections. */
const visitors = 500;

/** Returns a function that makes leads of the visitors in turn, each with its cookie. */
async function createLeadSource(origin: string): Promise<() => SteadyRequest> {
  const cookies: string[] = [];
  while (cookies.length < visitors) {
    const page = await fetch(`${origin}/api/config`, { headers: { 'accept-language': 'en-US' } });
    await page.arrayBuffer();
    cookies.push(page.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }
  let sent = 0;
  return () => {
    const visitor = sent++ % visitors;
    return {
      headers: { 'content-type': 'application/json', cookie: cookies[visitor] ?? '' },
      body: JSON.stringify({ ...lead, email: `visitor-${visitor}@example.com`, leadId: randomUUID() }),
    };
  };
}

/** As many leads as the connections carry. */
async function postAtFullSpeed({ origin, nextLead }: Program): Promise<Load> {
  const { errors, non2xx, requests, latency } = await autocannon({
    url: origin,
    connections,
    duration: roundSeconds,
    requests: [
      { method: 'POST', path: '/api/leads', setupRequest: (request) => ({ ...request, ...nextLead() }) },
    ],
  });
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} rejections from ${origin}`);
  return { perSecond: requests.average, percentile99Ms: latency.p99 };
}

/** Sends this many leads a second, at random times. Resolves to how long each took, in milliseconds. */
const postAtRate = ({ origin, nextLead }: Program, perSecond: number, seconds: number): Promise<number[]> =>
  postAtRandomTimes({ url: `${origin}/api/leads`, next: nextLead, connections, perSecond, seconds });

interface Program {
  readonly origin: string;
  readonly nextLead: () => SteadyRequest;
  readonly operatorsOrigin: string;
  readonly kill: () => Promise<void>;
}

async function start(file: string, env: Record<string, string>): Promise<Program> {
  const [port, operatorPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), OPERATOR_PORT: String(operatorPort) };
  const kill = await startProgram(file, { ...env, ...ports });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    nextLead: await createLeadSource(origin),
    operatorsOrigin: `http://127.0.0.1:${operatorPort}`,
    kill,
  };
}

const startService = (env: Record<string, string>) =>
  start(programs.service, { ...testSettings, ...env, ...limits });

const startUnstored = (env: Record<string, string>) =>
  start(programs.unstoredService, { ...testSettings, ...env, ...limits });

async function residentMb({ operatorsOrigin }: Program): Promise<number> {
  const headers = { authorization: `Bearer ${operatorToken}` };
  const text = await (await fetch(`${operatorsOrigin}/metrics`, { headers })).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20;
}

/** Samples memory under a steady load every few seconds. */
async function watchMemory(program: Program, minutes: number): Promise<number[]> {
  const load = postAtRate(program, 300, minutes * 60);
  const seen: number[] = [];
  let isOver = false;
  void load.finally(() => (isOver = true)).catch(() => undefined);
  while (!isOver) {
    await pause(5000);
    seen.push(await residentMb(program));
  }
  await load;
  return seen;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Ratio of the mean memory in the last quarter to that in the second. The first quarter is for warm-up. */
function growth(memory: readonly number[]): number {
  const quarter = Math.floor(memory.length / 4);
  return mean(memory.slice(-quarter)) / mean(memory.slice(quarter, 2 * quarter));
}

const startPeers = async (run: (starting: Promise<Program>) => Promise<Program>, dataDir: string) => ({
  koa: await run(start(programs.bareKoa, {})),
  unstored: await run(startUnstored({ DATA_DIR: join(dataDir, 'unstored') })),
  sqlite: await run(startService({ DATA_DIR: dataDir })),
  postgres: await run(startService({ DATABASE_URL: `${await startCluster()}/postgres` })),
});

type Peers = Awaited<ReturnType<typeof startPeers>>;

interface Round {
  readonly load: Record<keyof Peers, Load>;
  /** Of leads at half of the highest rate. */
  readonly percentile99AtHalfMs: Record<Engine, number>;
}

async function measureRound(peers: Peers): Promise<Round> {
  const load = {
    koa: await postAtFullSpeed(peers.koa),
    unstored: await postAtFullSpeed(peers.unstored),
    sqlite: await postAtFullSpeed(peers.sqlite),
    postgres: await postAtFullSpeed(peers.postgres),
  };
  const atHalf = async (engine: Engine) =>
    percentile(await postAtRate(peers[engine], load[engine].perSecond / 2, roundSeconds), 0.99);
  const percentile99AtHalfMs = { sqlite: await atHalf('sqlite'), postgres: await atHalf('postgres') };
  const shown = Object.entries(load).map(([name, { perSecond }]) => `${name} ${perSecond}`);
  console.log(`· a second: ${shown.join(', ')}`);
  return { load, percentile99AtHalfMs };
}

function toResults(measured: readonly Round[]): Record<string, number[]> {
  const loads = measured.map(({ load }) => load);
  const results: Record<string, number[]> = {
    'bare Koa, leads a second': loads.map(({ koa }) => koa.perSecond),
    'the service storing nothing, leads a second': loads.map(({ unstored }) => unstored.perSecond),
  };
  for (const engine of engines) {
    results[`${engine}, leads a second`] = loads.map((load) => load[engine].perSecond);
    results[`${engine}, 99th percentile, ms`] = loads.map((load) => load[engine].percentile99Ms);
    results[`${engine}, 99th percentile at half of that, ms`] = measured.map(
      ({ percentile99AtHalfMs }) => percentile99AtHalfMs[engine],
    );
    results[`${engine}, ratio to bare Koa`] = loads.map(
      (load) => load[engine].perSecond / load.koa.perSecond,
    );
    results[`${engine}, ratio to the service storing nothing`] = loads.map(
      (load) => load[engine].perSecond / load.unstored.perSecond,
    );
  }
  return results;
}

async function measureMemory(peers: Peers, minutes: number): Promise<Record<string, number[]>> {
  const [sqlite, postgres] = await Promise.all([
    watchMemory(peers.sqlite, minutes),
    watchMemory(peers.postgres, minutes),
  ]);
  return {
    [`sqlite, MB over ${minutes} minutes`]: sqlite,
    'sqlite, growth from second quarter to last': [growth(sqlite)],
    [`postgres, MB over ${minutes} minutes`]: postgres,
    'postgres, growth from second quarter to last': [growth(postgres)],
  };
}

/**
 * Leads per second that are on disk before the response, compared with a bare Koa that only parses and validates them, and
 * with the service that applies all its policies but does not store them.
 */
export async function benchService(rounds: number, minutes: number): Promise<BenchmarkResults> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-service-'));
  const started: Program[] = [];
  try {
    const peers = await startPeers(async (starting) => {
      const program = await starting;
      started.push(program);
      return program;
    }, dataDir);
    // For warm-up.
    await measureRound(peers);
    const measured: Round[] = [];
    while (measured.length < rounds) measured.push(await measureRound(peers));
    return { ...toResults(measured), ...(minutes > 0 && (await measureMemory(peers, minutes))) };
  } finally {
    for (const { kill } of started) await kill();
    await stopCluster();
    rmSync(dataDir, { recursive: true });
  }
}
