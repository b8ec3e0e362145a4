import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startPaidFunnel, startVisit, type PaidFunnel } from '../paid-funnel.testkit.ts';

const dayMs = 86_400_000;

describeOnEachEngine('the customer of a second purchase', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    for (const table of ['inbox', 'outbox', 'subscriptions', 'checkout_sessions'] as const)
      await database.db.deleteFrom(table).execute();
    funnel = await startPaidFunnel(database, {
      APP_WEBHOOK_URL: 'http://127.0.0.1:1',
      APP_WEBHOOK_SECRET: `whsec_${'a'.repeat(44)}`,
    });
  });
  afterEach(() => funnel.close());

  const receive = async (type: string, id: string) => {
    funnel.advance(1000);
    await funnel.send(type, id);
    expect(await funnel.processEvents()).toBe(1);
  };
  /** Buys, and ends the subscription unless it `staysActive`. */
  async function buy(visit: Awaited<ReturnType<typeof startVisit>>, body: object = {}, staysActive = false) {
    const { sessionId } = await visit.open(body);
    const subscription = funnel.api.complete(sessionId);
    const { activationToken } = await visit.read(sessionId);
    if (!staysActive) {
      Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'canceled' });
      await receive('customer.subscription.deleted', subscription);
    }
    return { sessionId, subscription, activationToken, customer: sessionId.replace('cs_test', 'cus') };
  }
  /** The customer and the email with which the newest session was created. */
  const buyerOfNewest = () => {
    const form = funnel.api.created.at(-1);
    return { customer: form?.get('customer') ?? null, email: form?.get('customer_email') ?? null };
  };
  const asNew = { customer: null, email: 'vera@example.com' };

  it('is that of the first one for the visit that bought, in any case of the email', async () => {
    const visit = await startVisit(funnel.app);
    const { customer } = await buy(visit);
    expect(buyerOfNewest()).toEqual(asNew);
    const again = await visit.open({ email: 'Vera@Example.com' });
    expect(buyerOfNewest()).toEqual({ customer, email: null });
    funnel.api.complete(again.sessionId);
    await visit.read(again.sessionId);
    const customers = await database.db.selectFrom('subscriptions').select('customer_id').execute();
    expect(customers).toEqual([{ customer_id: customer }, { customer_id: customer }]);
  });

  it('is that of the first one for another visit with a token of its activation link, which stays valid', async () => {
    const { customer, activationToken } = await buy(await startVisit(funnel.app));
    await (await startVisit(funnel.app)).open({ activationToken });
    expect(buyerOfNewest()).toEqual({ customer, email: null });
    expect((await funnel.app.post('/api/activation', { token: activationToken })).status).toBe(200);
  });

  it.each([
    ['who types the same email', async () => ({})],
    ['with an unknown token', async () => ({ activationToken: 'x'.repeat(43) })],
  ])('is a new one for another visit %s', async (_, proof) => {
    await buy(await startVisit(funnel.app));
    await (await startVisit(funnel.app)).open(await proof());
    expect(buyerOfNewest()).toEqual(asNew);
  });

  it('is a new one with a token that is used or a day old', async () => {
    const { activationToken } = await buy(await startVisit(funnel.app));
    await funnel.app.post('/api/activation', { token: activationToken });
    const expired = await buy(await startVisit(funnel.app));
    funnel.advance(dayMs);
    for (const token of [activationToken, expired.activationToken]) {
      await (await startVisit(funnel.app)).open({ activationToken: token });
      expect(buyerOfNewest()).toEqual(asNew);
    }
  });

  // "one customer can't have multiple currencies": https://docs.stripe.com/billing/customer
  it('is a new one in another currency, and that of the first one again in the first currency', async () => {
    const { customer, activationToken } = await buy(await startVisit(funnel.app));
    const inEuros = await buy(await startVisit(funnel.app, 'EUR'), { activationToken });
    expect(buyerOfNewest()).toEqual(asNew);
    await (await startVisit(funnel.app, 'EUR')).open({ activationToken: inEuros.activationToken });
    expect(buyerOfNewest()).toEqual({ customer: inEuros.customer, email: null });
    await (await startVisit(funnel.app)).open({ activationToken });
    expect(buyerOfNewest()).toEqual({ customer, email: null });
  });

  it('is a new one for another email, which gets its own receipts', async () => {
    const visit = await startVisit(funnel.app);
    await buy(visit);
    await visit.open({ email: 'otto@example.com' });
    expect(buyerOfNewest()).toEqual({ customer: null, email: 'otto@example.com' });
  });

  it('is a new one if the first one was deleted at the provider', async () => {
    const visit = await startVisit(funnel.app);
    const { customer } = await buy(visit);
    funnel.api.deletedCustomers.add(customer);
    await visit.open();
    expect(buyerOfNewest()).toEqual(asNew);
  });

  it('is that of the last purchase if the first customer was deleted at the provider', async () => {
    const visit = await startVisit(funnel.app);
    funnel.api.deletedCustomers.add((await buy(visit)).customer);
    const { customer } = await buy(visit);
    await visit.open();
    expect(buyerOfNewest()).toEqual({ customer, email: null });
  });

  /** The subscription and the number of other customers in each change of which the app was notified. */
  const announced = async () => {
    const rows = await database.db.selectFrom('outbox').select('payload').orderBy('created_at').execute();
    const sent = rows.map(({ payload }) => JSON.parse(payload));
    return sent
      .filter(({ type }) => type === 'subscription.changed')
      .map(({ data }) => [data.subscriptionId, data.otherCustomers]);
  };

  it('is counted for the app beside others that pay with the same email', async () => {
    const first = await buy(await startVisit(funnel.app), {}, true);
    const second = await buy(await startVisit(funnel.app), { email: 'Vera@example.com' }, true);
    await buy(await startVisit(funnel.app), { email: 'otto@example.com' }, true);
    expect((await announced()).slice(0, 2)).toEqual([
      [first.subscription, 0],
      [second.subscription, 1],
    ]);
    // The app is notified of the first one's change when that is next fetched.
    await receive('customer.subscription.updated', first.subscription);
    expect((await announced()).at(-1)).toEqual([first.subscription, 1]);
    await buy(await startVisit(funnel.app), {}, true);
    await receive('customer.subscription.updated', first.subscription);
    expect((await announced()).at(-1)).toEqual([first.subscription, 2]);
  });

  it('is counted once, however many subscriptions it has', async () => {
    const { activationToken } = await buy(await startVisit(funnel.app), {}, true);
    await buy(await startVisit(funnel.app), { activationToken }, true);
    const other = await buy(await startVisit(funnel.app), {}, true);
    const customers = await database.db.selectFrom('subscriptions').select('customer_id').execute();
    expect([customers.length, new Set(customers.map(({ customer_id }) => customer_id)).size]).toEqual([3, 2]);
    expect(await announced()).toContainEqual([other.subscription, 1]);
  });

  it.each([
    ['unpaid', 1],
    ['canceled', 0],
  ])('with a subscription that is %s is counted %i times', async (status, expected) => {
    const first = await buy(await startVisit(funnel.app), {}, true);
    const other = await buy(await startVisit(funnel.app), {}, true);
    Object.assign(funnel.api.subscriptions.get(other.subscription) ?? {}, { status });
    await receive('customer.subscription.updated', other.subscription);
    await receive('customer.subscription.updated', first.subscription);
    const ofFirst = (await announced()).filter(([subscription]) => subscription === first.subscription);
    expect(ofFirst.at(-1)).toEqual([first.subscription, expected]);
  });

  it('is counted by the whole email in any case, even if it has accents', async () => {
    await buy(await startVisit(funnel.app), { email: 'renate@example.com' }, true);
    const { subscription } = await buy(await startVisit(funnel.app), { email: 'rené@example.com' }, true);
    expect(await announced()).toContainEqual([subscription, 0]);
    const again = await buy(await startVisit(funnel.app), { email: 'RENÉ@example.com' }, true);
    expect(await announced()).toContainEqual([again.subscription, 1]);
  });
});
