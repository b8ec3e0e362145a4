import { randomInt } from 'node:crypto';

import type { Engine } from '@funnel/service-kit/database/database';

import { leadWebhookName } from '../leads/lead-webhook.ts';
import { freePort } from '@funnel/service-kit/http/free-port';
import { fastClock, kill, spawnProgram } from '../platform/program.testkit.ts';
import { createTestDatabase } from '../platform/service.testkit.ts';
import {
  auditDeliveries,
  countLost,
  startLeadLoad,
  startReceivers,
  waitUntilDelivered,
} from './lead-load.testkit.ts';

interface Crashes {
  /** The service's program. */
  readonly main: string;
  readonly engine: Engine;
  readonly rounds: number;
  /** How much faster the service's clock runs, for callers that cannot wait for a lease of a minute. */
  readonly clockFactor?: number;
  readonly report?: (line: string) => void;
}

const concurrentSenders = 8;
const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));

const isReachable = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  );

/**
 * Kills the service repeatedly while it accepts leads, at a random moment each time, restarts it, and checks the
 * acknowledged leads. At the end everything is delivered. Throws if the process survives.
 */
export async function runCrashes({
  main,
  engine,
  rounds,
  clockFactor = 1,
  report = () => undefined,
}: Crashes) {
  const testDatabase = await createTestDatabase[engine]();
  const receivers = await startReceivers();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { preload } = fastClock(clockFactor);
  const load = startLeadLoad(() => origin);
  const start = () =>
    spawnProgram(
      main,
      {
        NODE_ENV: 'test',
        OPERATOR_PORT: '0',
        SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
        LOG_LEVEL: 'info',
        RATE_LIMIT_PER_MINUTE: '1000000',
        PORT: String(port),
        LEAD_WEBHOOK_URL: `${receivers.origin}/${leadWebhookName}`,
        DATA_DIR: testDatabase.DATA_DIR,
        ...(testDatabase.DATABASE_URL && { DATABASE_URL: testDatabase.DATABASE_URL }),
      },
      { preload },
    );

  let seenDead = 0;
  let lostAfterRestart = 0;
  let service = await start();
  try {
    for (let round = 0; round < rounds; round++) {
      const before = new Set(load.acknowledged);
      let isLoaded = true;
      const senders = Array.from({ length: concurrentSenders }, async () => {
        while (isLoaded) await load.send(load.nextId());
      });
      // Usually under full load, sometimes during the start.
      const isInFlight = randomInt(10) > 0;
      while (isInFlight && load.acknowledged.size === before.size) await pause(20);
      await pause(randomInt(500));
      await kill(service);
      isLoaded = false;
      await Promise.all(senders);
      if (service.signalCode !== 'SIGKILL' || (await isReachable(origin))) throw new Error('not killed');
      seenDead++;
      service = await start();
      const fresh = [...load.acknowledged].filter((leadId) => !before.has(leadId));
      lostAfterRestart += await countLost(testDatabase, fresh);
      report(`round ${round + 1}: ${fresh.length} acknowledged, ${lostAfterRestart} lost so far`);
    }
    await waitUntilDelivered(testDatabase, 180_000);
    const { results, faults } = await auditDeliveries(testDatabase, load.acknowledged, receivers);
    return {
      results: { seenDead, acknowledged: load.acknowledged.size, ...load.counts, ...results },
      faults: { ...faults, lostAfterRestart },
    };
  } finally {
    await kill(service);
    receivers.close();
    await testDatabase.remove();
  }
}
