import { Webhook } from 'standardwebhooks';

import { deliverAllDue } from '../../deliveries/deliver-all-due.testkit.ts';
import type { Database } from '../../platform/database.ts';
import { removedEmail } from '../../platform/emails/removed-email.ts';
import { describeOnEachEngine, startReceiver } from '../../platform/service.testkit.ts';
import { processWebhookEvents } from '../inbox/process-webhook-events.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const dayMs = 86_400_000;

describeOnEachEngine('the external app', (open) => {
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
  afterAll(() => receiver.close());

  const buy = async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    return { visit, sessionId, subscription: funnel.api.complete(sessionId) };
  };
  const messagesOf = (type: string) =>
    receiver.calls.map(({ body }) => JSON.parse(body)).filter((message) => message.type === type);
  const receive = async (type: string, id: string) => {
    await funnel.send(type, id);
    await funnel.processEvents();
    await deliverAllDue(funnel.app);
    return messagesOf('subscription.changed');
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
      dispute: null,
      hasFraudWarning: false,
      otherCustomers: 0,
    };
    const firstVersion = funnel.clock();
    await receive('customer.subscription.created', subscription);
    expect(receiver.calls).toEqual([]);
    expect((await receive('checkout.session.completed', sessionId)).map(({ data }) => data)).toEqual([
      { ...bought, version: firstVersion },
    ]);
    expect(await receive('customer.subscription.updated', subscription)).toHaveLength(1);

    const subscriptionState = funnel.api.subscriptions.get(subscription) ?? {};
    Object.assign(subscriptionState, { latest_invoice: { id: 'in_2', status: 'void' } });
    funnel.advance(1);
    expect(await receive('customer.subscription.updated', subscription)).toHaveLength(1);
    const renewedUntil = Date.parse(bought.currentPeriodEnd) + 28 * dayMs;
    Object.assign(subscriptionState, {
      cancel_at_period_end: true,
      items: { object: 'list', data: [{ current_period_end: renewedUntil / 1000 }] },
    });
    expect((await receive('customer.subscription.updated', subscription)).at(-1)).toEqual({
      type: 'subscription.changed',
      timestamp: new Date(funnel.clock()).toISOString(),
      data: {
        ...bought,
        currentPeriodEnd: new Date(renewedUntil).toISOString(),
        cancelsAtPeriodEnd: true,
        version: firstVersion + 1,
      },
    });
    Object.assign(subscriptionState, { status: 'canceled' });
    expect((await receive('customer.subscription.deleted', subscription)).at(-1).data).toMatchObject({
      status: 'canceled',
      hasAccess: false,
      version: firstVersion + 2,
    });
    const changes = receiver.calls.filter(({ body }) => JSON.parse(body).type === 'subscription.changed');
    expect(changes.map(({ headers }) => headers['webhook-id'])).toEqual(
      [0, 1, 2].map((changed) => `subscription_${subscription}_${firstVersion + changed}`),
    );
    const [first] = changes;
    expect(first?.headers['webhook-signature']).toBe(
      new Webhook(secret).sign(
        `subscription_${subscription}_${firstVersion}`,
        new Date(funnel.clock() - 1),
        first?.body ?? '',
      ),
    );
  });

  it('gets higher versions and other ids after the restore of a backup than before', async () => {
    const { sessionId, subscription } = await buy();
    await receive('checkout.session.completed', sessionId);
    const backup = await database.db.selectFrom('subscriptions').selectAll().execute();
    const change = async (status: string) => {
      funnel.advance(1000);
      Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status });
      await receive('customer.subscription.updated', subscription);
    };
    await change('past_due');
    await change('active');
    await database.db.deleteFrom('subscriptions').execute();
    await database.db.deleteFrom('outbox').execute();
    await database.db.insertInto('subscriptions').values(backup).execute();
    await change('canceled');
    const changes = receiver.calls.filter(({ body }) => JSON.parse(body).type === 'subscription.changed');
    const highest = changes.toSorted(
      (one, other) => JSON.parse(other.body).data.version - JSON.parse(one.body).data.version,
    )[0];
    expect(JSON.parse(highest?.body ?? '').data.status).toBe('canceled');
    expect(new Set(changes.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  });

  it('is not notified of anything, now or later, while it has no URL', async () => {
    await funnel.close();
    funnel = await startPaidFunnel(database);
    const { sessionId, subscription } = await buy();
    const queued = () => database.db.selectFrom('outbox').select('destination').execute();
    await funnel.send('checkout.session.completed', sessionId);
    expect(await funnel.processEvents()).toBe(1);
    const parent = { subscription_details: { subscription } };
    const upcoming = { amount_due: 3999, currency: 'usd', period_end: 2_000_000_000, parent };
    await funnel.send('invoice.upcoming', '', { fields: upcoming });
    expect(await funnel.processEvents()).toBe(1);
    expect(await queued()).toEqual([]);

    const { context } = funnel.app;
    const config = { ...context.config, APP_WEBHOOK_URL: `${receiver.origin}/subscriptions` };
    await funnel.send('customer.subscription.updated', subscription);
    expect(await processWebhookEvents({ ...context, config }, funnel.provider)).toBe(1);
    expect(await queued()).toEqual([]);
  });

  it.each([
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['unpaid', false],
    ['paused', false],
    ['incomplete', false],
    ['canceled', false],
  ])('is notified that a paid subscription that is %s has access: %s', async (status, hasAccess) => {
    const { sessionId, subscription } = await buy();
    await receive('checkout.session.completed', sessionId);
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status });
    funnel.advance(1);
    const notified = await receive('customer.subscription.updated', subscription);
    expect(notified.at(-1).data).toMatchObject({ status, hasAccess });
  });

  it('is notified that a subscription will end, even if it ends on a date', async () => {
    const { sessionId, subscription } = await buy();
    await receive('checkout.session.completed', sessionId);
    const endsAt = Math.floor(funnel.clock() / 1000) + 28 * 86_400;
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { cancel_at: endsAt });
    funnel.advance(1);
    expect((await receive('customer.subscription.updated', subscription)).at(-1).data).toMatchObject({
      status: 'active',
      cancelsAtPeriodEnd: true,
    });
  });

  it('is notified once of a paid checkout, with the answers that the page sent last and the first task', async () => {
    const visit = await startVisit(funnel.app);
    const quizState = { quizAnswers: { Age: '25-34' }, specialGoal: null, email: 'vera@example.com' };
    const { sessionId } = await visit.open({ quizState });
    const quizAnswers = { Age: '35-44', 'Daily Time Commitment': '20 min/day' };
    const changed = { ...quizState, quizAnswers, specialGoal: 'Vacation' };
    await visit.open({ quizState: changed });
    const subscription = funnel.api.complete(sessionId);
    for (const _ of [1, 2]) await receive('checkout.session.completed', sessionId);
    expect(messagesOf('checkout.completed')).toEqual([
      {
        type: 'checkout.completed',
        timestamp: new Date(funnel.clock()).toISOString(),
        data: {
          checkoutSessionId: sessionId,
          subscriptionId: subscription,
          email: 'vera@example.com',
          plan: { planId: 'plan2', name: '4-WEEK PLAN' },
          quizState: {
            quizAnswers: { Age: '35-44', 'Daily Time Commitment': '20 min/day' },
            specialGoal: 'Vacation',
            email: 'vera@example.com',
          },
          firstTask: {
            minutes: 20,
            days: [
              'Learn five terms: order, spread, stop loss, volume and trend.',
              'Read one chart: find the trend and one support line.',
              'Open your personal learning plan and finish its first lesson.',
              'Place one practice order in the simulator, with a stop loss.',
              'Ask the AI trading coach about one thing that is still unclear.',
              'Read today’s trading tip and find one chart where it applies.',
              'Look back at the week and write down one rule that you will keep.',
            ],
          },
        },
      },
    ]);
    expect(receiver.calls.find(({ body }) => body.includes('checkout.completed'))?.headers).toMatchObject({
      'webhook-id': `checkout_${sessionId}`,
    });
  });

  it('does not grant access before a delayed debit is paid, although the subscription is active', async () => {
    const { sessionId, subscription } = await buy();
    funnel.api.complete(sessionId, 'unpaid');
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'active' });
    const pending = await receive('checkout.session.completed', sessionId);
    expect(pending.map(({ data }) => [data.status, data.hasAccess])).toEqual([['active', false]]);
    funnel.api.complete(sessionId);
    const paid = await receive('checkout.session.async_payment_succeeded', sessionId);
    expect(paid.at(-1).data).toMatchObject({ status: 'active', hasAccess: true });
  });

  it('is not notified of a purchase whose email was removed, because it was never paid', async () => {
    const { sessionId, subscription } = await buy();
    await receive('checkout.session.completed', sessionId);
    const removed = { status: 'expired', email: removedEmail } as const;
    await database.db.updateTable('checkout_sessions').set(removed).execute();
    receiver.calls.length = 0;
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'canceled' });
    expect(await receive('customer.subscription.deleted', subscription)).toEqual([]);
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
    const ids = (await database.db.selectFrom('outbox').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
    expect(ids).toEqual([`checkout_${sessionId}`, expect.stringMatching(/^subscription_/)]);
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

  it('redeems a token after an attempt that failed', async () => {
    const { visit, sessionId } = await buy();
    const { activationToken } = await visit.read(sessionId);
    const { schema } = database.db;
    await schema.alterTable('checkout_sessions').renameTo('checkout_sessions_away').execute();
    const { status } = await redeem(activationToken);
    await schema.alterTable('checkout_sessions_away').renameTo('checkout_sessions').execute();
    expect([status, (await redeem(activationToken)).status]).toEqual([500, 200]);
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
