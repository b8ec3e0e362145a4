import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine, startTestApp } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { beginVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { applyProviderState } from '../provider-state/apply-provider-state.ts';
import { readProviderState } from '../provider-state/read-provider-state.ts';
import { signedMessage } from '../stripe/stripe-api.testkit.ts';

describeOnEachEngine('what the payment provider tells us', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    for (const table of ['inbox', 'events', 'subscriptions', 'checkout_sessions'] as const) {
      await database.db.deleteFrom(table).execute();
    }
    funnel = await startPaidFunnel(database);
  });
  afterEach(() => funnel.close());

  const inbox = () => database.db.selectFrom('inbox').selectAll().execute();
  const events = () => database.db.selectFrom('events').selectAll().execute();
  const subscriptions = () => database.db.selectFrom('subscriptions').selectAll().execute();
  const openSession = async () => (await (await beginVisit(funnel.app)).open()).sessionId;

  it('is kept before it is answered, and has no effect in the request', async () => {
    const sessionId = await openSession();
    funnel.api.complete(sessionId);
    expect(await funnel.send('checkout.session.completed', sessionId, { id: 'evt_1' })).toBe(200);
    expect(await inbox()).toMatchObject([
      {
        event_id: 'evt_1',
        type: 'checkout.session.completed',
        object_id: sessionId,
        state: 'waiting',
        attempts: 0,
      },
    ]);
    expect((await findSession(database.db, sessionId))?.status).toBe('open');
  });

  it('turns a paid session into a subscription and exactly one purchase, however often it comes', async () => {
    const sessionId = await openSession();
    const subscription = funnel.api.complete(sessionId);
    for (const id of ['evt_1', 'evt_1', 'evt_2'])
      await funnel.send('checkout.session.completed', sessionId, { id });
    await funnel.send('checkout.session.async_payment_succeeded', sessionId, { id: 'evt_3' });
    await Promise.all([funnel.settle(), funnel.settle()]);
    await funnel.settle();

    expect((await inbox()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    const row = await findSession(database.db, sessionId);
    expect(row).toMatchObject({ status: 'paid', subscription_id: subscription, paid_at: funnel.clock() });
    expect(await subscriptions()).toEqual([
      {
        id: subscription,
        checkout_session_id: sessionId,
        customer_id: sessionId.replace('cs_test', 'cus'),
        status: 'active',
        current_period_end: funnel.clock() + 28 * 86_400_000,
        cancel_at_period_end: 0,
        updated_at: funnel.clock(),
        last_invoice_status: 'paid',
        promotional_period_end: funnel.clock() + 28 * 86_400_000,
        was_refunded: 0,
        was_disputed: 0,
        announced: expect.stringContaining('"active"'),
        version: 1,
        check_at: funnel.clock() + 5 * 60_000,
      },
    ]);
    const recorded = await events();
    expect(recorded).toMatchObject([{ name: 'Purchase', visit_id: row?.visit_id, set_id: 'set-1' }]);
    expect(JSON.parse(recorded[0]?.payload ?? '')).toMatchObject({
      valueMinor: 1999,
      currency: 'USD',
      contentId: 'plan2',
    });
  });

  it('changes nothing when it is repeated after it was settled', async () => {
    const sessionId = await openSession();
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId, { id: 'evt_1' });
    await funnel.settle();
    const before = [
      await inbox(),
      await events(),
      await subscriptions(),
      await findSession(database.db, sessionId),
    ];
    funnel.advance(1000);
    expect(await funnel.send('checkout.session.completed', sessionId, { id: 'evt_1' })).toBe(200);
    expect(await funnel.settle()).toBe(0);
    expect([
      await inbox(),
      await events(),
      await subscriptions(),
      await findSession(database.db, sessionId),
    ]).toEqual(before);
  });

  it('records one purchase when the success page asks at the same time', async () => {
    const visit = await beginVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await Promise.all([visit.read(sessionId), funnel.settle(), visit.read(sessionId), funnel.check()]);
    expect(await events()).toHaveLength(1);
  });

  it('leaves a debit that takes days processing until it is paid', async () => {
    const sessionId = await openSession();
    funnel.api.complete(sessionId, 'unpaid');
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.settle();
    expect((await findSession(database.db, sessionId))?.status).toBe('processing');
    expect(await events()).toEqual([]);

    funnel.advance(86_400_000);
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.async_payment_succeeded', sessionId);
    await funnel.settle();
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
    expect(await events()).toHaveLength(1);
  });

  it('ends a session whose payment failed in the end, and one that expired', async () => {
    const [failed, expired] = [await openSession(), await openSession()];
    const subscription = funnel.api.complete(failed, 'unpaid');
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'incomplete_expired' });
    Object.assign(funnel.api.sessions.get(expired) ?? {}, { status: 'expired' });
    await funnel.send('checkout.session.async_payment_failed', failed);
    await funnel.send('checkout.session.expired', expired);
    await funnel.settle();
    for (const id of [failed, expired]) expect((await findSession(database.db, id))?.status).toBe('expired');
    expect(await events()).toEqual([]);
  });

  it('brings a subscription to its present state in whatever order the messages come', async () => {
    const sessionId = await openSession();
    const subscription = funnel.api.complete(sessionId);
    funnel.api.invoices.set('in_1', { id: 'in_1', parent: { subscription_details: { subscription } } });
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, {
      status: 'past_due',
      cancel_at_period_end: true,
    });
    await funnel.send('invoice.payment_failed', 'in_1');
    await funnel.settle();
    await funnel.send('customer.subscription.created', subscription);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.settle();
    expect(await subscriptions()).toMatchObject([
      { status: 'past_due', cancel_at_period_end: 1, checkout_session_id: sessionId },
    ]);
  });

  it.each([
    ['charge.refunded', { amount_refunded: 1999 }, { was_refunded: 1, was_disputed: 0 }],
    ['refund.created', { amount_refunded: 1 }, { was_refunded: 1, was_disputed: 0 }],
    ['charge.dispute.created', { disputed: true }, { was_refunded: 0, was_disputed: 1 }],
  ])('raises a flag by %s, which nothing that comes later takes down', async (type, change, flags) => {
    const sessionId = await openSession();
    const charge = sessionId.replace('cs_test', 'ch');
    const subscription = funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.settle();
    Object.assign(funnel.api.charges.get(charge) ?? {}, change);
    await funnel.send(type, charge);
    await funnel.settle();
    funnel.advance(1);
    await funnel.send('customer.subscription.updated', subscription);
    await funnel.settle();
    expect(await subscriptions()).toMatchObject([{ status: 'active', ...flags }]);
  });

  it('finds a refund, a failed renewal and an end by itself, of which no message came', async () => {
    const sessionId = await openSession();
    const subscription = funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.settle();
    Object.assign(funnel.api.charges.get(sessionId.replace('cs_test', 'ch')) ?? {}, { amount_refunded: 1 });
    funnel.advance(5 * 60_000);
    expect(await funnel.reconcileSubscription()).toBe(1);
    expect(await subscriptions()).toMatchObject([{ status: 'active', was_refunded: 1 }]);
    expect(await funnel.reconcileSubscription()).toBe(0);

    const toProviderSession = funnel.api.subscriptions.get(subscription) ?? {};
    Object.assign(toProviderSession, { status: 'past_due', latest_invoice: { id: 'in_2', status: 'open' } });
    funnel.api.faults.isDown = true;
    funnel.advance(86_400_000);
    expect(await funnel.reconcileSubscription()).toBe(1);
    expect(await subscriptions()).toMatchObject([{ status: 'active' }]);
    funnel.api.faults.isDown = false;
    funnel.advance(3_600_000);
    await funnel.reconcileSubscription();
    expect(await subscriptions()).toMatchObject([{ status: 'past_due', last_invoice_status: 'open' }]);

    Object.assign(toProviderSession, { status: 'canceled' });
    funnel.advance(86_400_000);
    await funnel.reconcileSubscription();
    expect(await subscriptions()).toMatchObject([{ status: 'canceled', was_refunded: 1 }]);
  });

  it('keeps the newer state when an older answer of the provider comes later', async () => {
    const sessionId = await openSession();
    funnel.api.complete(sessionId, 'unpaid');
    const send = () =>
      readProviderState(funnel.app.context, funnel.provider, { kind: 'session', id: sessionId });
    const older = await send();
    funnel.advance(1000);
    funnel.api.complete(sessionId);
    const newer = await send();
    for (const state of [newer, newer, older])
      await applyProviderState(funnel.app.context, database.db, state);
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
    expect(await subscriptions()).toMatchObject([{ status: 'active' }]);
    expect(await events()).toHaveLength(1);
  });

  it('leaves alone what others sell through the same account', async () => {
    const subscription = funnel.api.complete(await openSession());
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { metadata: {} });
    await funnel.send('customer.subscription.updated', subscription);
    await funnel.settle();
    expect(await subscriptions()).toEqual([]);
  });

  it('is done at once where its type means nothing here', async () => {
    await funnel.send('customer.created', 'cus_1');
    await funnel.settle();
    expect(await inbox()).toMatchObject([{ state: 'done', attempts: 1 }]);
    expect(funnel.api.calls).toEqual([]);
  });

  it('waits longer after each failure, and is given up with the reason', async () => {
    const sessionId = await openSession();
    funnel.api.faults.isDown = true;
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.settle();
    expect(await inbox()).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        due_at: funnel.clock() + 2000,
        last_error: expect.stringContaining('503'),
      },
    ]);
    expect(await funnel.settle()).toBe(0);
    for (let attempt = 2; attempt <= 21; attempt++) {
      funnel.advance(15 * 60_000);
      await funnel.settle();
    }
    expect(await inbox()).toMatchObject([
      { state: 'dead', last_error: expect.stringContaining('StripeAPIError') },
    ]);
    funnel.advance(86_400_000);
    expect(await funnel.settle()).toBe(0);
  });

  it('is settled by another replica when the first one died over it', async () => {
    const sessionId = await openSession();
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await database.db
      .updateTable('inbox')
      .set({ due_at: funnel.clock() + 60_000, attempts: 1 })
      .execute();
    expect(await funnel.settle()).toBe(0);
    funnel.advance(60_000);
    expect(await funnel.settle()).toBe(1);
    expect(await events()).toHaveLength(1);
  });

  it.each([
    ['forged', { secret: 'whsec_forged' }, 0, 0],
    ['truncated', {}, 0, 1],
    ['older than 300 s', {}, -301_000, 0],
    ['from the future', {}, 61_000, 0],
  ])('leaves no row when it is %s', async (_, options, shiftMs, cutOff) => {
    const message = signedMessage('customer.created', 'cus_1', {
      ...options,
      atMs: funnel.clock() + shiftMs,
    });
    const body = message.body.slice(0, message.body.length - cutOff);
    const response = await funnel.app.request('/api/webhooks/stripe', { ...message, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'bad-signature' });
    expect(await inbox()).toEqual([]);
  });

  it('is answered again, and kept once, when the very same is repeated within 300 s', async () => {
    const message = signedMessage('customer.created', 'cus_1', { atMs: funnel.clock() });
    for (const laterMs of [0, 1000, 298_000]) {
      funnel.advance(laterMs);
      expect((await funnel.app.request('/api/webhooks/stripe', message)).status).toBe(200);
    }
    expect(await inbox()).toHaveLength(1);
    funnel.advance(2000);
    expect((await funnel.app.request('/api/webhooks/stripe', message)).status).toBe(400);
  });

  it('is accepted under the secret that is being replaced, and refused beyond 256 KB', async () => {
    expect(await funnel.send('customer.created', 'cus_1', { secret: 'whsec_previous' })).toBe(200);
    expect(await funnel.send('customer.created', 'x'.repeat(256 * 1024))).toBe(413);
    expect(await inbox()).toHaveLength(1);
  });

  it('is refused where no keys are configured', async () => {
    const app = await startTestApp({ database });
    const message = signedMessage('customer.created', 'cus_1', { atMs: funnel.clock() });
    expect((await app.request('/api/webhooks/stripe', message)).status).toBe(503);
    await app.close();
  });

  it('is asked for when it does not come: after five minutes, and after twice the time each further time', async () => {
    const sessionId = await openSession();
    const askedAfter: number[] = [];
    for (let minute = 0; minute <= 40; minute++) {
      if ((await funnel.check()) === 1) askedAfter.push(minute);
      funnel.advance(60_000);
    }
    expect(askedAfter).toEqual([5, 15, 35]);
    funnel.api.complete(sessionId);
    funnel.advance(3_600_000);
    await funnel.check();
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
    expect(await events()).toHaveLength(1);
    funnel.advance(86_400_000);
    expect(await funnel.check()).toBe(0);
  });
});
