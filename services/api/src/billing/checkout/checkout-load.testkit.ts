import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createCheckoutResponseSchema } from '@funnel/contracts/api';
import { systemClock } from '@funnel/service-kit/clock';

import { freePort } from '@funnel/service-kit/http/free-port';
import { startProgram } from '../../platform/program.testkit.ts';
import { startStripeApi } from '../stripe/stripe-api.testkit.ts';

interface CheckoutLoad {
  readonly visitors: number;
  readonly callsPerVisitor: number;
  /** How often the service is killed and restarted during the run. */
  readonly kills: number;
}

const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));

/**
 * Simulates many visitors who click "buy" at once, change their plan, click again, and retry failures, while the
 * service is killed and restarted. `main` is the service's program. Returns the sessions that are open at the
 * provider's stand-in at the end.
 */
export async function runCheckoutLoad(main: string, { visitors, callsPerVisitor, kills }: CheckoutLoad) {
  const api = await startStripeApi(systemClock);
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-load-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...api.environment,
    NODE_ENV: 'test',
    OPERATOR_PORT: '0',
    SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '1000000',
    PORT: String(port),
    DATA_DIR: dataDir,
  };
  let kill = await startProgram(main, environment);

  const returnedIds = new Set<string>();
  const timesMs: number[] = [];
  const counts = { answered: 0, rejected: 0, cutOff: 0, kills: 0 };

  async function call(cookie: string, body: object): Promise<void> {
    for (;;) {
      const startedAt = performance.now();
      const response = await fetch(`${origin}/api/create-checkout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      }).catch(() => null);
      const result = response && (await response.json().catch(() => null));
      if (response && result) {
        timesMs.push(performance.now() - startedAt);
        counts[response.status === 201 ? 'answered' : 'rejected'] += 1;
        const opened = createCheckoutResponseSchema.safeParse(result);
        if (opened.success) returnedIds.add(opened.data.sessionId);
        return;
      }
      counts.cutOff += 1;
      await pause(100);
    }
  }

  async function startVisit(): Promise<string> {
    const { headers } = await fetch(`${origin}/api/config?currency=USD`);
    return headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  async function visit(cookie: string, at: number): Promise<void> {
    const attempts = [randomUUID(), randomUUID()];
    for (let done = 0; done < callsPerVisitor; done += 4) {
      const together = Array.from({ length: Math.min(4, callsPerVisitor - done) }, (_, which) => ({
        planId: (done / 4) % 2 === 1 ? 'plan3' : 'plan2',
        email: `visitor-${at}@example.com`,
        attemptId: attempts[which % 2],
      }));
      await Promise.all(together.map((body) => call(cookie, body)));
    }
  }

  const cookies: string[] = [];
  for (let at = 0; at < visitors; at++) cookies.push(await startVisit());
  let isOver = false;
  const killing = (async () => {
    while (counts.kills < kills && !isOver) {
      const before = counts.answered;
      while (!isOver && counts.answered < before + (visitors * callsPerVisitor) / (kills + 2)) await pause(5);
      if (isOver) return;
      // Kills the service at the worst moment: after sessions were created, and before their responses were received.
      let isKilled = false;
      api.hooks.whenCreated = async () => {
        api.hooks.whenCreated = () => new Promise(() => {});
        await kill();
        isKilled = true;
      };
      while (!isKilled && !isOver) await pause(5);
      api.hooks.whenCreated = async () => {};
      if (!isKilled) return;
      counts.kills += 1;
      kill = await startProgram(main, environment);
    }
  })();
  await Promise.all(cookies.map(visit));
  isOver = true;
  await killing;
  await kill();
  await api.close();
  rmSync(dataDir, { recursive: true });

  const openOf = (cookie: string) => {
    const [visitId] = cookie.replace('visit=', '').split('.');
    return [...api.sessions.values()].filter(
      ({ status, visit_id }) => status === 'open' && visit_id === visitId,
    );
  };
  return {
    ...counts,
    timesMs,
    created: api.created.length,
    /** Per visitor: open sessions whose client secret was sent to a browser. */
    purchasable: cookies.map((cookie) => openOf(cookie).filter(({ id }) => returnedIds.has(id)).length),
    /** Per visitor: all open sessions. */
    open: cookies.map((cookie) => openOf(cookie).length),
  };
}
