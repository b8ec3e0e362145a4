import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { findSubscription } from '../subscription-repository.ts';

describeOnEachEngine('of two responses of the provider', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  let subscription: string;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    funnel = await startPaidFunnel(database);
    const { sessionId } = await (await startVisit(funnel.app)).open();
    subscription = funnel.api.complete(sessionId);
  });
  afterEach(() => funnel.close());

  const change = (state: object) => Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, state);
  const receiveUpdate = async () => {
    await funnel.send('customer.subscription.updated', subscription);
    return funnel.processEvents();
  };
  const stored = async () => (await findSubscription(database.db, subscription))?.status;

  it('in the same millisecond, the later one is stored', async () => {
    await receiveUpdate();
    expect(await stored()).toBe('active');
    for (const status of ['past_due', 'active', 'canceled']) {
      change({ status });
      await receiveUpdate();
      expect(await stored()).toBe(status);
    }
  });

  it('the one to the later request is stored, even if it arrives first', async () => {
    const processed: number[] = [];
    funnel.api.hooks.beforeResponding = async () => {
      funnel.api.hooks.beforeResponding = async () => {};
      funnel.advance(1000);
      change({ status: 'past_due' });
      processed.push(await receiveUpdate());
      expect(await stored()).toBe('past_due');
      funnel.advance(1000);
    };
    processed.push(await receiveUpdate());
    expect(processed).toEqual([1, 1]);
    expect(await stored()).toBe('past_due');
  });

  it('the later one is stored, a minute later at most, although the clock of another replica is ahead', async () => {
    const [charge] = funnel.api.charges.values();
    funnel.advance(20_000);
    await receiveUpdate();
    await funnel.send('charge.refunded', charge?.id ?? '');
    expect(await funnel.processEvents()).toBe(1);
    funnel.advance(-10_000);
    change({ status: 'past_due' });
    Object.assign(charge ?? {}, { amount_refunded: 1 });
    await funnel.send('charge.refunded', charge?.id ?? '');
    await receiveUpdate();
    expect(await stored()).toBe('active');
    funnel.advance(60_000);
    while ((await funnel.reconcileSubscription()) > 0);
    expect(await findSubscription(database.db, subscription)).toMatchObject({
      status: 'past_due',
      was_refunded: 1,
    });
  });

  it('the later one is stored within a minute, even if a check ran while the clocks disagreed', async () => {
    funnel.advance(40_000);
    await receiveUpdate();
    funnel.advance(-30_000);
    change({ status: 'past_due' });
    const { db } = database;
    await db
      .updateTable('subscriptions')
      .set({ check_at: funnel.clock() })
      .where('id', '=', subscription)
      .execute();
    expect(await funnel.reconcileSubscription()).toBe(1);
    expect(await stored()).toBe('active');
    funnel.advance(60_000);
    while ((await funnel.reconcileSubscription()) > 0);
    expect(await stored()).toBe('past_due');
  });

  it('the later one is stored, although the clock was a year ahead at the earlier one', async () => {
    const [charge] = funnel.api.charges.values();
    const yearMs = 365 * 86_400_000;
    const receiveBoth = async () => {
      await funnel.send('charge.refunded', charge?.id ?? '');
      return receiveUpdate();
    };
    funnel.advance(yearMs);
    await receiveUpdate();
    await receiveBoth();
    funnel.advance(-yearMs);
    change({ status: 'canceled' });
    Object.assign(charge ?? {}, { amount_refunded: 1 });
    expect(await receiveBoth()).toBe(2);
    expect(await findSubscription(database.db, subscription)).toMatchObject({
      status: 'canceled',
      was_refunded: 1,
    });
  });
});
