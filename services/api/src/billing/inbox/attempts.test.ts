import { createLog } from '@funnel/service-kit/log';

import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { processWebhookEvents } from './process-webhook-events.ts';

const longestDelayMs = 15 * 60_000;

describeOnEachEngine('a webhook event while the provider is unavailable', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  let sessionId: string;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await database.db.deleteFrom('inbox').execute();
    funnel = await startPaidFunnel(database);
    ({ sessionId } = await (await startVisit(funnel.app)).open());
    funnel.api.complete(sessionId);
    funnel.api.calls.length = 0;
    funnel.api.faults.isDown = true;
    await send();
  });
  afterEach(() => funnel.close());

  const send = () => funnel.send('checkout.session.completed', sessionId, { id: 'evt_1' });
  const inbox = () => database.db.selectFrom('inbox').select(['state', 'attempts']).execute();
  const attempt = async (times: number) => {
    for (let at = 0; at < times; at++) {
      expect(await funnel.processEvents()).toBe(1);
      funnel.advance(longestDelayMs);
    }
  };

  it('is attempted exactly 20 times, and is then a dead letter', async () => {
    await attempt(20);
    expect(funnel.api.calls).toHaveLength(20);
    expect(await inbox()).toEqual([{ state: 'waiting', attempts: 20 }]);
    const lines: string[] = [];
    const log = createLog('error', { write: (line: string) => void lines.push(line) });
    expect(await processWebhookEvents({ ...funnel.app.context, log }, funnel.provider)).toBe(1);
    expect(funnel.api.calls).toHaveLength(20);
    expect(await inbox()).toMatchObject([{ state: 'dead' }]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        msg: 'webhook event dead-lettered',
        type: 'checkout.session.completed',
        reason: 'StripeAPIError 503',
      },
    ]);
    expect(await funnel.processEvents()).toBe(0);
  });

  it('is processed after all if the provider sends it again when it is a dead letter, and only once', async () => {
    await attempt(21);
    expect(await inbox()).toMatchObject([{ state: 'dead' }]);
    funnel.api.faults.isDown = false;
    expect(await send()).toBe(200);
    expect(await inbox()).toEqual([{ state: 'waiting', attempts: 0 }]);
    await attempt(1);
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
    await send();
    expect(await inbox()).toEqual([{ state: 'done', attempts: 1 }]);
  });

  it('is still processed by the 20th attempt', async () => {
    await attempt(19);
    funnel.api.faults.isDown = false;
    await attempt(1);
    expect(await inbox()).toEqual([{ state: 'done', attempts: 20 }]);
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
  });
});
