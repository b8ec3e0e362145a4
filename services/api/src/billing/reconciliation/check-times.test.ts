import { createLog } from '@funnel/service-kit/log';
import { sql } from 'kysely';

import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { findSubscription } from '../subscription-repository.ts';
import { reconcileSubscription } from './reconcile-subscriptions.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describeOnEachEngine('without webhook events', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  let sessionId: string;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    for (const table of ['inbox', 'events', 'subscriptions', 'checkout_sessions'] as const)
      await database.db.deleteFrom(table).execute();
    funnel = await startPaidFunnel(database);
    ({ sessionId } = await (await startVisit(funnel.app)).open());
  });
  afterEach(() => funnel.close());

  const process = async (type: string, id: string) => {
    await funnel.send(type, id);
    expect(await funnel.processEvents()).toBe(1);
  };
  const change = (subscription: string, state: object) =>
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, state);
  /** Buys, and returns the subscription immediately before its first check, which is after five minutes. */
  async function buy() {
    const subscription = funnel.api.complete(sessionId);
    await process('checkout.session.completed', sessionId);
    expect(await funnel.reconcileSubscription()).toBe(0);
    funnel.advance(5 * minuteMs);
    return subscription;
  }
  /** Advances the clock in steps, and returns the steps at which a subscription was checked. */
  async function checkedAt(steps: number, stepMs: number) {
    const checked: number[] = [];
    for (let step = 1; step <= steps; step++) {
      funnel.advance(stepMs);
      while ((await funnel.reconcileSubscription()) > 0) checked.push(step);
    }
    return checked;
  }

  it('a subscription is checked daily, an hour after its renewal, weekly after its end, and at last not any more', async () => {
    const subscription = await buy();
    const periodEnd = funnel.clock() / 1000 + 30 * 3600;
    change(subscription, { items: { object: 'list', data: [{ current_period_end: periodEnd }] } });
    expect(await funnel.reconcileSubscription()).toBe(1);
    // The period ends in 30 hours.
    expect(await checkedAt(80, hourMs)).toEqual([24, 31, 55, 79]);

    change(subscription, { status: 'canceled' });
    expect(await checkedAt(23, hourMs)).toEqual([23]);
    expect(await checkedAt(22, dayMs)).toEqual([7, 14, 21]);
    // Buyers may dispute a charge for 180 days after the period.
    expect(await checkedAt(60, 7 * dayMs)).toHaveLength(23);
    expect(await checkedAt(60, 7 * dayMs)).toEqual([]);
  });

  it('a failed check of a subscription is repeated after an hour', async () => {
    const subscription = await buy();
    change(subscription, { status: 'past_due' });
    funnel.api.faults.isDown = true;
    const lines: string[] = [];
    const log = createLog('warn', { write: (line: string) => void lines.push(line) });
    expect(await reconcileSubscription({ ...funnel.app.context, log }, funnel.provider)).toBe(1);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'subscription could not be checked', subscription, reason: 'StripeAPIError 503' },
    ]);
    for (let hour = 0; hour < 3; hour++) {
      funnel.advance(hourMs - 1);
      expect(await funnel.reconcileSubscription()).toBe(0);
      funnel.advance(1);
      if (hour === 2) funnel.api.faults.isDown = false;
      expect(await funnel.reconcileSubscription()).toBe(1);
    }
    expect(await findSubscription(database.db, subscription)).toMatchObject({ status: 'past_due' });
    expect(await checkedAt(24, hourMs)).toEqual([24]);
  });

  it('a failed check of a session is repeated at its next time', async () => {
    funnel.api.complete(sessionId);
    funnel.api.faults.isDown = true;
    funnel.advance(5 * minuteMs);
    expect(await funnel.reconcileSession()).toBe(1);
    funnel.api.faults.isDown = false;
    expect(await funnel.reconcileSession()).toBe(0);
    funnel.advance(10 * minuteMs);
    expect(await funnel.reconcileSession()).toBe(1);
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
  });

  it('a check that fails by an error of the service is not taken for a failed call of the provider', async () => {
    const failing = async (table: 'events' | 'payments', check: () => Promise<number>) => {
      await sql`alter table ${sql.table(table)} rename to away`.execute(database.db);
      await expect(check()).rejects.toThrow(table);
      await sql`alter table away rename to ${sql.table(table)}`.execute(database.db);
    };
    funnel.api.complete(sessionId);
    funnel.advance(5 * minuteMs);
    await failing('events', funnel.reconcileSession);
    await process('checkout.session.completed', sessionId);
    funnel.advance(5 * minuteMs);
    await failing('payments', funnel.reconcileSubscription);
  });

  it('a session whose subscription was canceled while its debit is pending is checked until it ends', async () => {
    const subscription = funnel.api.complete(sessionId, 'unpaid');
    await process('checkout.session.completed', sessionId);
    change(subscription, { status: 'canceled' });
    await process('customer.subscription.deleted', subscription);
    const checkAfter = async (days: number) => {
      funnel.advance(days * dayMs);
      expect(await funnel.reconcileSession()).toBe(1);
      return (await findSession(database.db, sessionId))?.status;
    };
    expect(await checkAfter(29)).toBe('processing');
    expect(await checkAfter(30)).toBe('expired');
    funnel.advance(365 * dayMs);
    expect(await funnel.reconcileSession()).toBe(0);
  });

  describe('a session that expired because its debit failed', () => {
    beforeEach(async () => {
      const subscription = funnel.api.complete(sessionId, 'unpaid');
      await process('checkout.session.completed', sessionId);
      change(subscription, { status: 'past_due' });
      funnel.api.payments.set('in_1', 'requires_payment_method');
      await process('checkout.session.async_payment_failed', sessionId);
      expect((await findSession(database.db, sessionId))?.status).toBe('expired');
    });

    it('is found paid if the debit succeeds within 30 days', async () => {
      funnel.advance(30 * dayMs - 1);
      funnel.api.complete(sessionId);
      expect(await funnel.reconcileSession()).toBe(1);
      expect((await findSession(database.db, sessionId))?.status).toBe('paid');
      expect(
        await database.db.selectFrom('events').selectAll().where('name', '=', 'Purchase').execute(),
      ).toHaveLength(1);
    });

    it('is not checked after 30 days', async () => {
      funnel.advance(30 * dayMs);
      funnel.api.calls.length = 0;
      expect(await funnel.reconcileSession()).toBe(0);
      expect(funnel.api.calls).toEqual([]);
    });
  });
});
