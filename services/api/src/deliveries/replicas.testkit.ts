import type { ChildProcess } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';

import { createCheckoutResponseSchema } from '@funnel/contracts/api';

import { appWebhookName } from '../billing/entitlement/app-webhook.ts';
import { signedWebhookEvent } from '../billing/stripe/signed-webhook-event.testkit.ts';
import { startStripeApi } from '../billing/stripe/stripe-api.testkit.ts';
import { leadWebhookName } from '../leads/lead-webhook.ts';
import { openDatabase } from '../platform/database.ts';
import { restartCluster, startCluster, stopCluster } from '../platform/postgres/postgres-cluster.testkit.ts';
import { freePort } from '@funnel/service-kit/http/free-port';
import { fastClock, kill, spawnProgram } from '../platform/program.testkit.ts';
import { auditDeliveries, startLeadLoad, startReceivers, waitUntilDelivered } from './lead-load.testkit.ts';

interface ReplicaLoad {
  /** The service's program. */
  readonly main: string;
  readonly leads: number;
  readonly purchases: number;
  readonly report?: (line: string) => void;
}

/** How much faster the replicas' clocks run. A lease of a minute then ends in six seconds. */
const clockFactor = 10;
const beyondTheLeaseMs = 8_000;
const concurrentSenders = 8;
const minFaults = 4;

const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));

/**
 * Runs three replicas on one PostgreSQL that accept leads and sell, while they are killed or paused for longer than a
 * lease, and while the database crashes. Clients call random replicas and retry until they get a response. At the end
 * everything is processed and delivered. Uses its own cluster.
 */
export async function runReplicas({ main, leads, purchases, report = () => undefined }: ReplicaLoad) {
  const DATABASE_URL = `${await startCluster()}/postgres`;
  const { preload, clock } = fastClock(clockFactor);
  const stripe = await startStripeApi(clock);
  const receivers = await startReceivers();
  const at = (destination: string) => `${receivers.origin}/${destination}`;
  const start = (port: number) =>
    spawnProgram(
      main,
      {
        ...stripe.environment,
        NODE_ENV: 'test',
        OPERATOR_PORT: '0',
        SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
        LOG_LEVEL: 'info',
        RATE_LIMIT_PER_MINUTE: '1000000',
        PORT: String(port),
        DATABASE_URL,
        LEAD_WEBHOOK_URL: at(leadWebhookName),
        APP_WEBHOOK_URL: at(appWebhookName),
        APP_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
        META_API_BASE: at('meta'),
        META_PIXEL_ID: '12345',
        META_ACCESS_TOKEN: 'a-token',
        AD_TRACKING_URL: at('ad-tracking'),
        AD_TRACKING_TOKEN: 'a-token',
        AD_PLATFORM_URL: at('ad-platform'),
        AD_PLATFORM_PIXEL_ID: 'a-pixel',
      },
      { preload },
    );
  const ports = [await freePort(), await freePort(), await freePort()];
  const replicas = await Promise.all(ports.map(start));
  const origin = () => `http://127.0.0.1:${ports[randomInt(ports.length)]}`;

  /** Calls random replicas until one returns the expected response. */
  async function retryUntil<T>(
    path: string,
    init: RequestInit,
    read: (response: Response) => Promise<T | null>,
  ) {
    for (;;) {
      const signal = AbortSignal.timeout(15_000);
      const response = await fetch(`${origin()}${path}`, { ...init, signal }).catch(() => null);
      const found = response && (await read(response).catch(() => null));
      if (found) return found;
      await pause(100);
    }
  }

  const load = startLeadLoad(origin);
  async function sendLead(leadId: string): Promise<void> {
    while (!(await load.send(leadId))) await pause(100);
    if (randomInt(4) === 0) await load.send(leadId);
  }

  const sold: string[] = [];
  async function buy(buyer: number): Promise<void> {
    const cookie = await retryUntil('/api/config?currency=USD', {}, async ({ headers }) =>
      headers
        .getSetCookie()
        .map((header) => header.split(';')[0])
        .join('; '),
    );
    const order = {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ planId: 'plan2', email: `buyer-${buyer}@example.com`, attemptId: randomUUID() }),
    };
    const { sessionId } = await retryUntil('/api/create-checkout', order, async (response) =>
      createCheckoutResponseSchema.parse(await response.json()),
    );
    stripe.complete(sessionId);
    const event = signedWebhookEvent('checkout.session.completed', sessionId, { atMs: clock() });
    for (let copies = 1 + randomInt(2); copies > 0; copies--)
      await retryUntil('/api/webhooks/stripe', event, async ({ ok }) => ok);
    sold.push(sessionId);
  }

  const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
  let diedAlone = 0;
  const faultCounts = { kills: 0, pauses: 0, databaseCrashes: 0 };
  async function injectFault(): Promise<void> {
    const which = randomInt(replicas.length);
    const [replica, port] = [replicas[which], ports[which]];
    if (!replica || !port) return;
    if (turn % 4 === 1) {
      replica.kill('SIGSTOP');
      await pause(beyondTheLeaseMs);
      replica.kill('SIGCONT');
      faultCounts.pauses++;
    } else if (turn % 4 === 3) {
      await restartCluster();
      faultCounts.databaseCrashes++;
    } else {
      if (hasEnded(replica)) diedAlone++;
      await kill(replica);
      replicas[which] = await start(port);
      faultCounts.kills++;
    }
  }

  let turn = 0;
  /** Runs a job this many times, a few at once. A quarter of them runs before each of the first four faults. */
  async function runJobs(times: number, job: (at: number) => Promise<void>): Promise<void> {
    let begun = 0;
    const senders = Array.from({ length: concurrentSenders }, async () => {
      while (begun < times) {
        const at = begun++;
        while (turn < Math.floor((at / times) * minFaults)) await pause(20);
        await job(at);
      }
    });
    await Promise.all(senders);
  }

  try {
    let isOver = false;
    const injecting = (async () => {
      // Every kind of fault is injected at least once, and repeatedly while jobs are running.
      for (; turn < minFaults || !isOver; turn++) {
        await pause(randomInt(200, 1000));
        await injectFault();
        report(`${load.acknowledged.size} leads, ${sold.length} sales, ${JSON.stringify(faultCounts)}`);
      }
    })();
    await Promise.all([runJobs(leads, () => sendLead(randomUUID())), runJobs(purchases, buy)]);
    isOver = true;
    await injecting;
    diedAlone += replicas.filter(hasEnded).length;
    await waitUntilDelivered({ DATABASE_URL, DATA_DIR: '' }, 300_000);

    const { results, faults } = await auditDeliveries(
      { DATABASE_URL, DATA_DIR: '' },
      load.acknowledged,
      receivers,
    );
    const { db, close } = await openDatabase({ DATABASE_URL, DATA_DIR: '' });
    const paid = await db.selectFrom('checkout_sessions').select('id').where('status', '=', 'paid').execute();
    const recorded = await db.selectFrom('events').select('payload').where('name', '=', 'Purchase').execute();
    await close();
    const paidIds = new Set(paid.map(({ id }) => id));
    return {
      results: {
        acknowledged: load.acknowledged.size,
        sold: sold.length,
        ...load.counts,
        ...results,
        ...faultCounts,
      },
      faults: {
        ...faults,
        diedAlone,
        unsettled: sold.filter((id) => !paidIds.has(id)).length,
        salesWithoutEvent: sold.filter((id) => !recorded.some(({ payload }) => payload.includes(id))).length,
        eventsTooMany: Math.max(0, recorded.length - sold.length),
      },
    };
  } finally {
    for (const replica of replicas) await kill(replica);
    receivers.close();
    await stripe.close();
    await stopCluster();
  }
}
