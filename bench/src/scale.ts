import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import autocannon from 'autocannon';

import { buildChanged } from '@funnel/build/product/build-changed';
import { releaseChanged } from '@funnel/build/product/release-changed';
import { openDatabase } from '../../services/api/src/platform/database.ts';
import {
  clusterProcess,
  startCluster,
  stopCluster,
} from '../../services/api/src/platform/postgres/postgres-cluster.testkit.ts';
import { freePort } from '@funnel/service-kit/http/free-port';
import { kill, spawnProgram } from '../../services/api/src/platform/program.testkit.ts';
import { readConfig } from '../../services/api/src/platform/config.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { programs } from './programs.ts';

const replicaCount = 3;
const connectionsPerReplica = 11;
const roundSeconds = 8;
const operatorToken = 'operator-token-for-benchmarks';

/** One batch of events, as a browser sends them during the quiz. */
const eventBatch = (count: number) =>
  JSON.stringify({
    events: Array.from({ length: count }, (_, at) => ({
      id: randomUUID(),
      name: 'PageView',
      at: Date.now(),
      path: `/step-${at + 1}`,
      setId: 'set-1',
      remote: 'mfe-quiz',
      version: '1.0.0',
    })),
  });

const leadBody = () =>
  JSON.stringify({
    leadId: randomUUID(),
    email: `visitor-${randomUUID()}@example.com`,
    timestamp: new Date().toISOString(),
    step: 'Email Step (17)',
    specialGoal: 'Buy a house',
    quizAnswers: Object.fromEntries(
      Array.from({ length: 17 }, (_, at) => [`Question ${at}`, `The answer to question ${at}`]),
    ),
    answers_summary: 'What the visitor answered. '.repeat(30),
  });

const post = (path: string, body: () => string): autocannon.Request => ({
  method: 'POST',
  path,
  setupRequest: (request, context) => ({
    ...request,
    headers: { 'content-type': 'application/json', ...cookieOf(context) },
    body: body(),
  }),
});

const cookieOf = (context: object): Record<string, string> =>
  'cookie' in context && typeof context.cookie === 'string' ? { cookie: context.cookie } : {};

/** The requests to the service of one visitor who answers every question and leaves an email. Files are on a CDN. */
const visit: autocannon.Request[] = [
  {
    method: 'GET',
    path: '/',
    headers: { 'accept-encoding': 'br', 'accept-language': 'en-US' },
    onResponse: (_status, _body, context, headers) => {
      const cookies = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'set-cookie');
      Object.assign(context, {
        cookie: [cookies?.[1] ?? []]
          .flat()
          .map((cookie) => String(cookie).split(';')[0])
          .join('; '),
      });
    },
  },
  ...Array.from({ length: 3 }, () => post('/api/events', () => eventBatch(9))),
  post('/api/leads', leadBody),
];

interface Load {
  readonly visits: number;
  readonly visitsPerSecond: number;
  readonly percentile99Ms: number;
}

/** Visits spread over the replicas, as many as they answer or `visitsPerSecond` in all. */
async function visitAll(origins: readonly string[], visitsPerSecond?: number): Promise<Load> {
  const results = await Promise.all(
    origins.map((url) =>
      autocannon({
        url,
        connections: connectionsPerReplica,
        duration: roundSeconds,
        requests: visit,
        ...(visitsPerSecond && { overallRate: (visitsPerSecond * visit.length) / origins.length }),
      }),
    ),
  );
  const failures = results.reduce((sum, { errors, non2xx }) => sum + errors + non2xx, 0);
  if (failures > 0) throw new Error(`${failures} of the requests failed`);
  const total = (of: (result: autocannon.Result) => number) =>
    results.reduce((sum, result) => sum + of(result), 0) / visit.length;
  return {
    visits: total(({ requests }) => requests.total),
    visitsPerSecond: total(({ requests }) => requests.average),
    percentile99Ms: Math.max(...results.map(({ latency }) => latency.p99)),
  };
}

/** The fields of `/proc/<pid>/stat` after the program's name, or none if the process has ended. Linux only. */
function statOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** CPU seconds of a process, its children, and its children that have ended. The kernel counts in ticks of 10 ms. */
function cpuSeconds(pid: number): number {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statOf(name)[1] === String(pid),
  );
  const own = statOf(pid).slice(11, 15).map(Number);
  return (sum(own) + sum(children.flatMap((child) => statOf(child).slice(11, 13).map(Number)))) / 100;
}

/**
 * The highest rate of visitors that three replicas and one PostgreSQL hold on this machine, and what a visitor costs. The
 * client runs on the same machine, so that the rate is a lower bound and the CPU seconds are exact.
 */
export async function benchScale(rounds: number): Promise<BenchmarkResults> {
  await buildChanged(console.log);
  const databaseUrl = `${await startCluster()}/postgres`;
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    OPERATOR_TOKEN: operatorToken,
    SECRET_KEY: 'a-secret-key-for-benchmarks-0123456789',
    REQUIRE_CERTIFICATION: 'false',
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_PER_NETWORK: '1000000000',
  };
  const ports = await Promise.all(
    Array.from({ length: replicaCount }, async () => ({
      PORT: String(await freePort()),
      OPERATOR_PORT: String(await freePort()),
    })),
  );
  const replicas: Awaited<ReturnType<typeof spawnProgram>>[] = [];
  const database = await openDatabase(readConfig(env));
  const storedBytes = async () => {
    const { bytes } = await database.db
      .selectNoFrom(({ fn }) => fn<string>('pg_database_size', [fn('current_database')]).as('bytes'))
      .executeTakeFirstOrThrow();
    return Number(bytes);
  };
  try {
    for (const port of ports) replicas.push(await spawnProgram(programs.service, { ...env, ...port }));
    const [first] = ports;
    const operatorsUrl = `http://127.0.0.1:${first?.OPERATOR_PORT}`;
    await releaseChanged({ operatorsUrl, operatorToken }, console.log);
    const origins = ports.map(({ PORT }) => `http://127.0.0.1:${PORT}`);
    await visitAll(origins);

    const serviceCpu = () => sum(replicas.map(({ pid = 0 }) => cpuSeconds(pid)));
    const databaseCpu = () => cpuSeconds(clusterProcess());
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      const before = { service: serviceCpu(), database: databaseCpu(), bytes: await storedBytes() };
      const most = await visitAll(origins);
      const after = { service: serviceCpu(), database: databaseCpu(), bytes: await storedBytes() };
      const half = await visitAll(origins, most.visitsPerSecond / 2);
      console.log(`· ${most.visitsPerSecond.toFixed(0)} visitors a second`);
      measured.push({
        most,
        half,
        serviceMs: ((after.service - before.service) / most.visits) * 1000,
        databaseMs: ((after.database - before.database) / most.visits) * 1000,
        kilobytes: (after.bytes - before.bytes) / most.visits / 1024,
      });
    }
    return {
      'requests of a visitor': [visit.length],
      'visitors a second, at most': measured.map(({ most }) => most.visitsPerSecond),
      '99th percentile at most visitors, ms': measured.map(({ most }) => most.percentile99Ms),
      '99th percentile at half of them, ms': measured.map(({ half }) => half.percentile99Ms),
      'CPU of the service for a visitor, ms': measured.map(({ serviceMs }) => serviceMs),
      'CPU of PostgreSQL for a visitor, ms': measured.map(({ databaseMs }) => databaseMs),
      'storage of a visitor, KB': measured.map(({ kilobytes }) => kilobytes),
    };
  } finally {
    await database.close();
    for (const replica of replicas) await kill(replica);
    await stopCluster();
  }
}
