import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { applyProviderState } from '../provider-state/apply-provider-state.ts';
import { readProviderState } from '../provider-state/read-provider-state.ts';
import { findSubscription } from '../subscription-repository.ts';

describeOnEachEngine('webhook events', (open) => {
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
  const purchases = () =>
    database.db.selectFrom('events').selectAll().where('name', '=', 'Purchase').execute();
  const subscriptions = () => database.db.selectFrom('subscriptions').selectAll().execute();
  const openSession = async () => (await (await startVisit(funnel.app)).open()).sessionId;

  it('are stored before they are acknowledged, and not processed in the request', async () => {
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

  it('turn a paid session into one subscription and one purchase, also when repeated', async () => {
    const sessionId = await openSession();
    const subscription = funnel.api.complete(sessionId);
    for (const id of ['evt_1', 'evt_1', 'evt_2'])
      await funnel.send('checkout.session.completed', sessionId, { id });
    await funnel.send('checkout.session.async_payment_succeeded', sessionId, { id: 'evt_3' });
    await Promise.all([funnel.processEvents(), funnel.processEvents()]);
    await funnel.processEvents();

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
        dispute: null,
        has_fraud_warning: 0,
        charges_updated_at: 0,
        announced: expect.stringContaining('"active"'),
        version: funnel.clock(),
        check_at: funnel.clock() + 5 * 60_000,
      },
    ]);
    const recorded = await purchases();
    expect(recorded).toMatchObject([{ name: 'Purchase', visit_id: row?.visit_id, set_id: 'set-1' }]);
    expect(JSON.parse(recorded[0]?.payload ?? '')).toMatchObject({
      valueMinor: 1999,
      currency: 'USD',
      contentId: 'plan2',
    });
  });

  it('change nothing if repeated after processing', async () => {
    const sessionId = await openSession();
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId, { id: 'evt_1' });
    await funnel.processEvents();
    const before = [
      await inbox(),
      await purchases(),
      await subscriptions(),
      await findSession(database.db, sessionId),
    ];
    funnel.advance(1000);
    expect(await funnel.send('checkout.session.completed', sessionId, { id: 'evt_1' })).toBe(200);
    expect(await funnel.processEvents()).toBe(0);
    expect([
      await inbox(),
      await purchases(),
      await subscriptions(),
      await findSession(database.db, sessionId),
    ]).toEqual(before);
  });

  it('record one purchase if the success page reads the session at the same time', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await Promise.all([
      visit.read(sessionId),
      funnel.processEvents(),
      visit.read(sessionId),
      funnel.reconcileSession(),
    ]);
    expect(await purchases()).toHaveLength(1);
  });

  it('keep a session with a delayed debit in processing until it is paid', async () => {
    const sessionId = await openSession();
    funnel.api.complete(sessionId, 'unpaid');
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.processEvents();
    expect((await findSession(database.db, sessionId))?.status).toBe('processing');
    expect(await purchases()).toEqual([]);

    funnel.advance(86_400_000);
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.async_payment_succeeded', sessionId);
    await funnel.processEvents();
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
    expect(await purchases()).toHaveLength(1);
  });

  it('end a session whose payment failed, and one that expired', async () => {
    const [failed, expired] = [await openSession(), await openSession()];
    const subscription = funnel.api.complete(failed, 'unpaid');
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'incomplete_expired' });
    Object.assign(funnel.api.sessions.get(expired) ?? {}, { status: 'expired' });
    await funnel.send('checkout.session.async_payment_failed', failed);
    await funnel.send('checkout.session.expired', expired);
    await funnel.processEvents();
    for (const id of [failed, expired]) expect((await findSession(database.db, id))?.status).toBe('expired');
    expect(await purchases()).toEqual([]);
  });

  it('update a subscription to its current state in any order of arrival', async () => {
    const sessionId = await openSession();
    const subscription = funnel.api.complete(sessionId);
    funnel.api.invoices.set('in_1', { id: 'in_1', parent: { subscription_details: { subscription } } });
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, {
      status: 'past_due',
      cancel_at_period_end: true,
    });
    await funnel.send('invoice.payment_failed', 'in_1');
    await funnel.processEvents();
    await funnel.send('customer.subscription.created', subscription);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.processEvents();
    expect(await subscriptions()).toMatchObject([
      { status: 'past_due', cancel_at_period_end: 1, checkout_session_id: sessionId },
    ]);
  });

  it.each([
    ['charge.refunded', { amount_refunded: 1999 }, { was_refunded: 1, was_disputed: 0 }],
    ['refund.created', { amount_refunded: 1 }, { was_refunded: 1, was_disputed: 0 }],
    ['charge.dispute.created', { disputed: true }, { was_refunded: 0, was_disputed: 1 }],
  ])('set a flag for %s', async (type, change, flags) => {
    const sessionId = await openSession();
    const charge = sessionId.replace('cs_test', 'ch');
    const subscription = funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.processEvents();
    Object.assign(funnel.api.charges.get(charge) ?? {}, change);
    await funnel.send(type, charge);
    await funnel.processEvents();
    funnel.advance(1);
    await funnel.send('customer.subscription.updated', subscription);
    await funnel.processEvents();
    expect(await subscriptions()).toMatchObject([{ status: 'active', ...flags }]);
  });

  it.each([
    [
      'checkout session',
      'cs_test',
      { status: 'past_due' },
      [
        'checkout.session.completed',
        'checkout.session.async_payment_succeeded',
        'checkout.session.async_payment_failed',
        'checkout.session.expired',
      ],
    ],
    [
      'subscription',
      'sub',
      { status: 'past_due' },
      [
        'customer.subscription.created',
        'customer.subscription.updated',
        'customer.subscription.deleted',
        'customer.subscription.paused',
        'customer.subscription.resumed',
      ],
    ],
    [
      'invoice',
      'in',
      { status: 'past_due' },
      [
        'invoice.paid',
        'invoice.payment_failed',
        'invoice.payment_action_required',
        'invoice.marked_uncollectible',
        'invoice.voided',
        'invoice.finalization_failed',
      ],
    ],
    [
      'charge',
      'ch',
      { was_refunded: 1 },
      [
        'charge.refunded',
        'charge.dispute.created',
        'charge.dispute.closed',
        'refund.created',
        'refund.updated',
        'refund.failed',
      ],
    ],
    ['reported charge', 'ch', { has_fraud_warning: 1 }, ['radar.early_fraud_warning.created']],
  ])('of each type about a %s lead to the current state', async (_, prefix, current, types) => {
    for (const type of types) {
      const sessionId = await openSession();
      const objectId = sessionId.replace('cs_test', prefix);
      const subscription = funnel.api.complete(sessionId);
      await funnel.send('checkout.session.completed', sessionId);
      await funnel.processEvents();
      funnel.api.invoices.set(objectId, { id: objectId, parent: { subscription_details: { subscription } } });
      Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'past_due' });
      Object.assign(funnel.api.charges.get(sessionId.replace('cs_test', 'ch')) ?? {}, { amount_refunded: 1 });
      funnel.advance(1);
      await funnel.send(type, objectId);
      await funnel.processEvents();
      expect({ type, ...(await findSubscription(database.db, subscription)) }).toMatchObject({
        type,
        ...current,
      });
    }
  });

  it('are not needed to find a refund, a failed renewal and an end', async () => {
    const sessionId = await openSession();
    const subscription = funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.processEvents();
    Object.assign(funnel.api.charges.get(sessionId.replace('cs_test', 'ch')) ?? {}, { amount_refunded: 1 });
    funnel.advance(5 * 60_000);
    expect(await funnel.reconcileSubscription()).toBe(1);
    expect(await subscriptions()).toMatchObject([{ status: 'active', was_refunded: 1 }]);
    expect(await funnel.reconcileSubscription()).toBe(0);

    const subscriptionState = funnel.api.subscriptions.get(subscription) ?? {};
    Object.assign(subscriptionState, { status: 'past_due', latest_invoice: { id: 'in_2', status: 'open' } });
    funnel.api.faults.isDown = true;
    funnel.advance(86_400_000);
    expect(await funnel.reconcileSubscription()).toBe(1);
    expect(await subscriptions()).toMatchObject([{ status: 'active' }]);
    funnel.api.faults.isDown = false;
    funnel.advance(3_600_000);
    await funnel.reconcileSubscription();
    expect(await subscriptions()).toMatchObject([{ status: 'past_due', last_invoice_status: 'open' }]);

    Object.assign(subscriptionState, { status: 'canceled' });
    funnel.advance(86_400_000);
    await funnel.reconcileSubscription();
    expect(await subscriptions()).toMatchObject([{ status: 'canceled', was_refunded: 1 }]);
  });

  it('do not replace a newer state with an older one', async () => {
    const sessionId = await openSession();
    funnel.api.complete(sessionId, 'unpaid');
    const readState = () =>
      readProviderState(funnel.app.context, funnel.provider, { kind: 'session', id: sessionId });
    const older = await readState();
    funnel.advance(1000);
    funnel.api.complete(sessionId);
    const newer = await readState();
    for (const state of [newer, newer, older])
      await applyProviderState(funnel.app.context, database.db, state);
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
    expect(await subscriptions()).toMatchObject([{ status: 'active' }]);
    expect(await purchases()).toHaveLength(1);
  });

  it('ignore subscriptions that were sold elsewhere through the same account', async () => {
    const subscription = funnel.api.complete(await openSession());
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { metadata: {} });
    await funnel.send('customer.subscription.updated', subscription);
    await funnel.processEvents();
    expect(await subscriptions()).toEqual([]);
  });

  it('are completed without effect if other products of the account have no subscription or customer', async () => {
    funnel.api.invoices.set('in_other', { id: 'in_other', parent: null });
    const charge = { id: 'ch_other', customer: null, payment_intent: null };
    funnel.api.charges.set('ch_other', { ...charge, amount_refunded: 1, disputed: false });
    await funnel.send('invoice.paid', 'in_other');
    for (const type of ['charge.refunded', 'radar.early_fraud_warning.created'])
      await funnel.send(type, 'ch_other');
    await funnel.send('refund.updated', '');
    await funnel.processEvents();
    expect((await inbox()).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect(await subscriptions()).toEqual([]);
  });

  it('are completed at once if their type has no effect', async () => {
    const types = ['customer.created', 'constructor', 'toString', '__proto__'];
    for (const type of types) await funnel.send(type, 'cus_1');
    await funnel.processEvents();
    expect(await inbox()).toMatchObject(types.map(() => ({ state: 'done', attempts: 1 })));
    expect(funnel.api.calls).toEqual([]);
  });

  it('are retried with growing delays, and dead-lettered with the reason', async () => {
    const sessionId = await openSession();
    funnel.api.faults.isDown = true;
    await funnel.send('checkout.session.completed', sessionId);
    await funnel.processEvents();
    expect(await inbox()).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        due_at: funnel.clock() + 2000,
        last_error: expect.stringContaining('503'),
      },
    ]);
    expect(await funnel.processEvents()).toBe(0);
    for (let attempt = 2; attempt <= 21; attempt++) {
      funnel.advance(15 * 60_000);
      await funnel.processEvents();
    }
    expect(await inbox()).toMatchObject([
      { state: 'dead', last_error: expect.stringContaining('StripeAPIError') },
    ]);
    funnel.advance(86_400_000);
    expect(await funnel.processEvents()).toBe(0);
  });

  it('are processed by another replica if the first one crashed', async () => {
    const sessionId = await openSession();
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    await database.db
      .updateTable('inbox')
      .set({ due_at: funnel.clock() + 60_000, attempts: 1 })
      .execute();
    expect(await funnel.processEvents()).toBe(0);
    funnel.advance(60_000);
    expect(await funnel.processEvents()).toBe(1);
    expect(await purchases()).toHaveLength(1);
  });

  it('that do not arrive are replaced by checks, the first after five minutes and then at doubling intervals', async () => {
    const sessionId = await openSession();
    const checkedAtMinutes: number[] = [];
    for (let minute = 0; minute <= 40; minute++) {
      if ((await funnel.reconcileSession()) === 1) checkedAtMinutes.push(minute);
      funnel.advance(60_000);
    }
    expect(checkedAtMinutes).toEqual([5, 15, 35]);
    funnel.api.complete(sessionId);
    funnel.advance(3_600_000);
    await funnel.reconcileSession();
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
    expect(await purchases()).toHaveLength(1);
    funnel.advance(86_400_000);
    expect(await funnel.reconcileSession()).toBe(0);
  });
});
