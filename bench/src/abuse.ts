import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { buildChanged } from '@funnel/build/product/build-changed';
import { freePort } from '@funnel/service-kit/http/free-port';
import { releaseChanged } from '@funnel/build/product/release-changed';
import { startProduct } from '@funnel/build/product/start-product';

import { clientFrom } from './abuse/client.ts';
import { startAdPlatform, startHonestVisitor } from './abuse/honest-visitor.ts';
import {
  floodEvents,
  readSlowly,
  sendJunk,
  staySilent,
  uploadFiles,
  type Counts,
} from './abuse/hostile-load.ts';
import type { BenchmarkResults } from './benchmark-results.ts';

const bounds = { memoryMb: 400, growthMb: 20, conversionMs: 5000 };
const megabyte = 1024 * 1024;
const log = (text: string) => console.log(`· ${text}`);

/** Starts the compiled product with its default limits, one live set and one ad platform. */
async function startService(dataDir: string, adPlatformPort: number) {
  await buildChanged(log);
  const product = await startProduct({
    port: await freePort(),
    operatorPort: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'error',
      ALLOW_PRIVATE_DESTINATIONS: 'true',
      AD_PLATFORM_URL: `http://127.0.0.1:${adPlatformPort}/event/track`,
      AD_PLATFORM_PIXEL_ID: 'bench',
    },
    onOutput: (text) => process.stderr.write(text),
  });
  await releaseChanged(product, log);
  return {
    origin: product.url,
    operatorOrigin: product.operatorsUrl,
    token: product.operatorToken,
    pid: product.service.child.pid ?? 0,
    stop: product.stop,
  };
}

/** The number of sockets that this process and the service may open, at most 4,000. */
function socketCount(): number {
  const allowed = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }));
  const count = Math.min(4000, (Number.isNaN(allowed) ? Infinity : allowed) - 500);
  if (count < 4000) log(`only ${count} sockets: this machine allows ${allowed} open files`);
  return count;
}

const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const sizeMb = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / megabyte;

async function largestScript(origin: string): Promise<string> {
  const client = clientFrom(origin, '127.0.0.1');
  const { body } = await client.send({ path: '/' });
  const paths = [...new Set(body.match(/\/(?:assets|remotes)\/[^"'\s]+\.js/g))];
  const sized = await Promise.all(
    paths.map(async (path) => ({ path, size: (await client.send({ path })).body.length })),
  );
  client.close();
  const [largest] = sized.toSorted((a, b) => b.size - a.size);
  if (!largest) throw new Error('the document loads no script');
  log(`slow readers fetch ${largest.path}, ${Math.round(largest.size / 1024)} KB`);
  return largest.path;
}

/** Runs hostile clients of several kinds in turn while an honest visitor goes through the funnel. */
export async function benchAbuse(): Promise<BenchmarkResults> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-abuse-'));
  const adPlatformPort = await freePort();
  const adPlatform = await startAdPlatform(adPlatformPort);
  const service = await startService(dataDir, adPlatformPort);
  const memory: number[] = [];
  const files: number[] = [];
  const sampling = setInterval(() => {
    memory.push(residentMb(service.pid));
    files.push(openFiles(service.pid));
  }, 200);
  const visitor = startHonestVisitor(service.origin);
  const results: Record<string, number[]> = {};
  const { origin, operatorOrigin, token } = service;
  try {
    const sockets = socketCount();
    const script = await largestScript(origin);
    const phases: [name: string, run: () => Promise<Counts>][] = [
      ['no hostile client', async () => (await pause(8000), {})],
      ['slow readers', () => readSlowly(origin, sockets, script, 20_000)],
      ['silent sockets', () => staySilent(origin, sockets, 20_000)],
      ['event flood', () => floodEvents(origin, 5000)],
      ['junk bodies', () => sendJunk(origin, 5000)],
      ['parallel uploads', () => uploadFiles(operatorOrigin, token, 16)],
    ];
    let [floodedMb, floods] = [0, 0];
    for (const [name, run] of phases) {
      const [journeysBefore, memoryBefore, sizeBefore] = [
        visitor.journeys.length,
        memory.length,
        sizeMb(dataDir),
      ];
      const startedAt = performance.now();
      const counts = await run();
      // The journey that started last is part of this phase.
      while (visitor.journeys.length === journeysBefore) await pause(100);
      const grownMb = sizeMb(dataDir) - sizeBefore;
      if (name === 'event flood' || name === 'junk bodies') {
        floodedMb += grownMb;
        floods += Object.values(counts).reduce((sum, count) => sum + count, 0);
      }
      const journeys = visitor.journeys.slice(journeysBefore);
      const memoryMb = Math.max(...memory.slice(memoryBefore));
      results[`${name}: honest journeys finished`] = [
        journeys.filter(({ failure }) => failure === null).length,
      ];
      results[`${name}: honest journeys failed`] = [
        journeys.filter(({ failure }) => failure !== null).length,
      ];
      results[`${name}: slowest journey, ms`] = [Math.max(...journeys.map(({ timeMs }) => timeMs))];
      results[`${name}: memory, MB`] = [memoryMb];
      results[`${name}: open files and sockets of the service`] = files.slice(memoryBefore);
      results[`${name}: growth on disk, MB`] = [grownMb];
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      log(`${name}, ${seconds} s: ${JSON.stringify(counts)}, ${Math.round(memoryMb)} MB`);
      for (const failure of new Set(journeys.flatMap((journey) => journey.failure ?? [])))
        log(`  ${failure}`);
    }
    await visitor.stop();
    await pause(bounds.conversionMs);
    const growthMb = (floodedMb / floods) * 10_000;
    const waits = visitor.leads.map(
      ({ emailSha256, atMs }) => (adPlatform.deliveredAt.get(emailSha256) ?? Infinity) - atMs,
    );
    const failed = visitor.journeys.filter(({ failure }) => failure !== null).length;
    Object.assign(results, {
      'honest journeys finished': [visitor.journeys.length - failed],
      'honest journeys failed': [failed],
      'memory of the service, MB': [Math.max(...memory)],
      'growth on disk for 10,000 hostile requests, MB': [growthMb],
      'honest conversion until delivered, ms': waits,
    });
    const failures = [
      visitor.journeys.length === failed && 'no honest journey finished',
      failed > 0 && `${failed} honest journeys failed`,
      Math.max(...memory) >= bounds.memoryMb && `the service needed ${bounds.memoryMb} MB or more`,
      growthMb > bounds.growthMb && `the database grew by more than ${bounds.growthMb} MB`,
      waits.some((wait) => wait >= bounds.conversionMs) &&
        `a conversion waited ${bounds.conversionMs} ms or more`,
    ].filter((text) => text !== false);
    for (const text of failures) console.error(`FAILED: ${text}`);
    if (failures.length > 0) process.exitCode = 1;
    return results;
  } finally {
    clearInterval(sampling);
    await visitor.stop();
    await service.stop();
    adPlatform.close();
    rmSync(dataDir, { recursive: true });
  }
}
