import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { Webhook } from 'standardwebhooks';

import { deliverDue } from '../../deliveries/deliver-due.ts';
import { createDestinations } from '../../destinations.ts';
import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine, startReceiver } from '../../platform/service.testkit.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const dayMs = 86_400_000;

describeOnEachEngine('the external app', (open) => {
  const http = createHttpClient({ allowPrivateDestinations: true });
  let database: Database;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
    receiver = await startReceiver(() => ({ status: 204 }));
  });
  beforeEach(async () => {
    for (const table of ['inbox', 'outbox', 'subscriptions', 'checkout_sessions'] as const)
      await database.db.deleteFrom(table).execute();
    receiver.calls.length = 0;
    funnel = await startPaidFunnel(database, {
      APP_WEBHOOK_URL: `${receiver.origin}/subscriptions`,
      APP_WEBHOOK_SECRET: secret,
    });
  });
  afterEach(() => funnel.close());
  afterAll(() => Promise.all([receiver.close(), http.close()]));

  const buy = async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    return { visit, sessionId, subscription: funnel.api.complete(sessionId) };
  };
  const receive = async (type: string, id: string) => {
    await funnel.send(type, id);
    await funnel.processEvents();
    for (const destination of await createDestinations(funnel.app.context))
      await deliverDue(funnel.app.context, http, destination);
    return receiver.calls.map(({ body }) => JSON.parse(body));
  };
  const redeem = (token: unknown) => funnel.app.post('/api/activation', { token });

  it('is notified once of each visible change, signed, with a separate id', async () => {
    const { sessionId, subscription } = await buy();
    const bought = {
      subscriptionId: subscription,
      email: 'vera@example.com',
      plan: { planId: 'plan2', name: '4-WEEK PLAN' },
      status: 'active',
      hasAccess: true,
      currentPeriodEnd: new Date(funnel.clock() + 28 * dayMs).toISOString(),
      promotionalPeriodEnd: new Date(funnel.clock() + 28 * dayMs).toISOString(),
      cancelsAtPeriodEnd: false,
      wasRefunded: false,
      wasDisputed: false,
    };
    await receive('customer.subscription.created', subscription);
    expect(receiver.calls).toEqual([]);
    expect((await receive('checkout.session.completed', sessionId)).map(({ data }) => data)).toEqual([
      { ...bought, version: 1 },
    ]);
    expect(await receive('customer.subscription.updated', subscription)).toHaveLength(1);

    const subscriptionState = funnel.api.subscriptions.get(subscription) ?? {};
    Object.assign(subscriptionState, { latest_invoice: { id: 'in_2', status: 'void' } });
    funnel.advance(1);
    expect(await receive('customer.subscription.updated', subscription)).toHaveLength(1);
    Object.assign(subscriptionState, { cancel_at_period_end: true });
    expect((await receive('customer.subscription.updated', subscription)).at(-1)).toEqual({
      type: 'subscription.changed',
      timestamp: new Date(funnel.clock()).toISOString(),
      data: { ...bought, cancelsAtPeriodEnd: true, version: 2 },
    });
    Object.assign(subscriptionState, { status: 'canceled' });
    expect((await receive('customer.subscription.deleted', subscription)).at(-1).data).toMatchObject({
      status: 'canceled',
      hasAccess: false,
      version: 3,
    });
    expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual(
      [1, 2, 3].map((version) => `subscription_${subscription}_${version}`),
    );
    const [first] = receiver.calls;
    expect(first?.headers['webhook-signature']).toBe(
      new Webhook(secret).sign(
        `subscription_${subscription}_1`,
        new Date(funnel.clock() - 1),
        first?.body ?? '',
      ),
    );
  });

  it('does not grant access before a delayed debit is paid, although the subscription is active', async () => {
    const { sessionId, subscription } = await buy();
    funnel.api.complete(sessionId, 'unpaid');
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'active' });
    const pending = await receive('checkout.session.completed', sessionId);
    expect(pending.map(({ data }) => [data.status, data.hasAccess])).toEqual([['active', false]]);
    funnel.api.complete(sessionId);
    const paid = await receive('checkout.session.async_payment_succeeded', sessionId);
    expect(paid.at(-1).data).toMatchObject({ status: 'active', hasAccess: true, version: 2 });
  });

  it('is not notified if the change was rolled back with its transaction', async () => {
    const { sessionId } = await buy();
    await funnel.send('checkout.session.completed', sessionId);
    await database.db.schema.alterTable('outbox').renameTo('outbox_away').execute();
    await funnel.processEvents();
    await database.db.schema.alterTable('outbox_away').renameTo('outbox').execute();
    expect(await database.db.selectFrom('subscriptions').selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    funnel.advance(2_000);
    await funnel.processEvents();
    expect(await database.db.selectFrom('outbox').selectAll().execute()).toHaveLength(1);
  });

  it('redeems the buyer’s token once', async () => {
    const { visit, sessionId, subscription } = await buy();
    const { activationToken } = await visit.read(sessionId);
    const responses = await Promise.all([redeem(activationToken), redeem(activationToken)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const response = responses.find(({ status }) => status === 200);
    expect(await response?.json()).toMatchObject({
      subscriptionId: subscription,
      email: 'vera@example.com',
      plan: { planId: 'plan2' },
      status: 'active',
    });
    expect((await redeem(activationToken)).status).toBe(404);
  });

  it('cannot redeem a token that is expired, invalid or a hash', async () => {
    const { visit, sessionId } = await buy();
    const { activationToken } = await visit.read(sessionId);
    const [row] = await database.db.selectFrom('activation_tokens').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(activationToken);
    expect((await redeem(row?.token_sha256)).status).toBe(404);
    expect((await redeem('made-up')).status).toBe(404);
    expect((await redeem('x'.repeat(101))).status).toBe(422);
    funnel.advance(dayMs);
    expect((await redeem(activationToken)).status).toBe(404);
  });

  it('gets a link only from the visit that paid, and only a few are valid', async () => {
    const { visit, sessionId } = await buy();
    const other = await startVisit(funnel.app);
    expect((await other.read(sessionId)).activationToken).toBeUndefined();
    const tokens = [];
    for (let at = 0; at < 7; at++) {
      funnel.advance(1);
      tokens.push((await visit.read(sessionId)).activationToken);
    }
    expect(new Set(tokens).size).toBe(7);
    expect((await redeem(tokens[0])).status).toBe(404);
    expect((await redeem(tokens[6])).status).toBe(200);
    const unpaid = await (await startVisit(funnel.app)).open();
    expect((await visit.read(unpaid.sessionId)).activationToken).toBeUndefined();
  });
});
