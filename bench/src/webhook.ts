import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  signedWebhookEvent,
  webhookSecrets,
} from '../../services/api/src/billing/stripe/signed-webhook-event.testkit.ts';
import { freePort } from '@funnel/service-kit/http/free-port';
import { startProgram } from '../../services/api/src/platform/program.testkit.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { programs } from './programs.ts';

const callsEach = 1000;
/** Pads the event to the size of one with a checkout session. */
const padding = 'x'.repeat(3000);

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN;

async function timeOf(url: string, event: ReturnType<typeof signedWebhookEvent>): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, event);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return performance.now() - startedAt;
}

/** Times the webhook endpoint while every dependency hangs, in turn with a Koa POST that only parses the same body. */
export async function benchWebhook(rounds: number): Promise<BenchmarkResults> {
  const hanging = createServer(() => undefined);
  const [hangingPort, servicePort, barePort] = [await freePort(), await freePort(), await freePort()];
  await new Promise<void>((resolve) => hanging.listen(hangingPort, '127.0.0.1', resolve));
  const hangingUrl = `http://127.0.0.1:${hangingPort}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-webhook-'));
  const killService = await startProgram(programs.service, {
    NODE_ENV: 'test',
    OPERATOR_PORT: '0',
    SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
    LOG_LEVEL: 'info',
    PORT: String(servicePort),
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
    STRIPE_API_BASE: hangingUrl,
    LEAD_WEBHOOK_URL: hangingUrl,
  });
  const bare = programs.bareKoa;
  const killBare = await startProgram(bare, { PORT: String(barePort) });
  const results: Record<'p50' | 'p99' | 'ratio50' | 'ratio99', number[]> = {
    p50: [],
    p99: [],
    ratio50: [],
    ratio99: [],
  };
  try {
    for (let round = -1; round < rounds; round++) {
      const times: { webhook: number[]; koa: number[] } = { webhook: [], koa: [] };
      for (let call = 0; call < callsEach; call++) {
        const event = signedWebhookEvent('checkout.session.completed', 'cs_test_bench', {
          atMs: Date.now(),
          padding,
        });
        times.koa.push(await timeOf(`http://127.0.0.1:${barePort}/`, event));
        times.webhook.push(await timeOf(`http://127.0.0.1:${servicePort}/api/webhooks/stripe`, event));
      }
      // The first round is for warm-up.
      if (round < 0) continue;
      const [webhook, koa] = [times.webhook, times.koa].map((list) => list.toSorted((a, b) => a - b));
      if (!webhook || !koa) continue;
      results.p50.push(at(webhook, 0.5));
      results.p99.push(at(webhook, 0.99));
      results.ratio50.push(at(webhook, 0.5) / at(koa, 0.5));
      results.ratio99.push(at(webhook, 0.99) / at(koa, 0.99));
    }
  } finally {
    await killService();
    await killBare();
    hanging.close();
    rmSync(dataDir, { recursive: true });
  }
  return {
    'webhook response, median, ms': results.p50,
    'webhook response, 99th percentile, ms': results.p99,
    'median, ratio to a bare Koa POST': results.ratio50,
    '99th percentile, ratio to a bare Koa POST': results.ratio99,
  };
}
