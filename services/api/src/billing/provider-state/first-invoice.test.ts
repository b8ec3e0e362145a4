import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startPaidFunnel, startVisit, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { findSubscription } from '../subscription-repository.ts';

const weekMs = 7 * 86_400_000;

/**
 * A SEPA debit takes five business days or more (https://docs.stripe.com/payments/sepa-debit), so a weekly plan renews while
 * its first debit is pending. The subscription is then about the renewal: "latest_invoice: The most recent invoice this
 * subscription has generated", and the first payment is that of the session's own invoice.
 */
describeOnEachEngine('a first payment whose subscription renews while it is pending', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  let visit: Awaited<ReturnType<typeof startVisit>>;
  let sessionId: string;
  let subscription: string;
  let log: jest.SpyInstance;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    for (const table of [
      'inbox',
      'outbox',
      'events',
      'payments',
      'subscriptions',
      'checkout_sessions',
    ] as const)
      await database.db.deleteFrom(table).execute();
    funnel = await startPaidFunnel(database);
    log = jest.spyOn(funnel.app.context.log, 'error');
    visit = await startVisit(funnel.app);
    ({ sessionId } = await visit.open({ planId: 'plan1' }));
    subscription = funnel.api.complete(sessionId, 'unpaid');
    funnel.api.payments.set('in_1', 'processing');
    bill('in_1', 'subscription_create', 'open');
    await receive('checkout.session.completed', sessionId);
    funnel.advance(weekMs);
    funnel.api.calls.length = 0;
  });
  afterEach(() => funnel.close());

  const receive = async (type: string, id: string) => {
    await funnel.send(type, id);
    expect(await funnel.processEvents()).toBe(1);
  };
  const change = (state: object) => Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, state);

  function bill(id: string, billing_reason: string, status: string) {
    funnel.api.invoices.set(id, {
      id,
      status,
      billing_reason,
      amount_paid: 999,
      currency: 'usd',
      created: funnel.clock() / 1000,
      status_transitions: { paid_at: funnel.clock() / 1000 },
      parent: { subscription_details: { subscription } },
    });
  }
  /** The renewal is invoiced, and its invoice becomes the latest one. */
  function renew(invoice: 'draft' | 'open' | 'paid', status = 'active', payment = 'processing') {
    const latest_invoice = { id: 'in_2', status: invoice };
    change({ status, latest_invoice });
    bill('in_2', 'subscription_cycle', invoice);
    funnel.api.payments.set('in_2', payment);
    return latest_invoice;
  }
  const first = (status: string) => {
    Object.assign(funnel.api.sessions.get(sessionId)?.invoice ?? {}, { status });
    bill('in_1', 'subscription_create', status);
  };
  const failFirst = () => funnel.api.payments.set('in_1', 'requires_payment_method');

  const ended = () => funnel.api.calls.filter((call) => /^DELETE|void$/.test(call));
  const stored = async () => [
    (await findSession(database.db, sessionId))?.status,
    (await findSubscription(database.db, subscription))?.status,
  ];
  const purchases = () =>
    database.db.selectFrom('events').selectAll().where('name', '=', 'Purchase').execute();
  const logged = () => log.mock.calls.filter(([about]) => about.checkoutSession === sessionId);
  const voidOf = (id: string) => `POST /v1/invoices/${id}/void`;

  it('is paid by its own invoice at a later attempt, and a renewal that fails ends nothing', async () => {
    renew('open');
    first('paid');
    await receive('invoice.paid', 'in_1');
    expect(await stored()).toEqual(['paid', 'active']);
    expect(await purchases()).toHaveLength(1);
    change({ status: 'past_due' });
    funnel.api.payments.set('in_2', 'requires_payment_method');
    await receive('invoice.payment_failed', 'in_2');
    expect(await stored()).toEqual(['paid', 'past_due']);
    expect(await visit.read(sessionId)).toMatchObject({ status: 'paid' });
    expect(ended()).toEqual([]);
  });

  it('is paid by its own invoice even if the renewal failed before', async () => {
    renew('open', 'past_due', 'requires_payment_method');
    first('paid');
    await receive('invoice.paid', 'in_1');
    expect([await stored(), ended()]).toEqual([['paid', 'past_due'], []]);
  });

  it('is still confirmed while it is collected, although the subscription is canceled with a draft of the renewal', async () => {
    renew('draft');
    change({ status: 'canceled' });
    await receive('customer.subscription.deleted', subscription);
    expect(await stored()).toEqual(['processing', 'canceled']);
    expect(await visit.expectProblem({ planId: 'plan1' })).toMatchObject({ code: 'already-paid', sessionId });
    failFirst();
    await receive('checkout.session.async_payment_failed', sessionId);
    expect([await stored(), ended()]).toEqual([
      ['expired', 'canceled'],
      [expect.stringMatching(/^DELETE/), voidOf('in_1')],
    ]);
  });

  it('is still confirmed while it is collected, although the renewal has failed', async () => {
    renew('open', 'past_due', 'requires_payment_method');
    await receive('invoice.payment_failed', 'in_2');
    expect([await stored(), ended()]).toEqual([['processing', 'past_due'], []]);
    expect(await visit.expectProblem({ planId: 'plan1' })).toMatchObject({ code: 'already-paid', sessionId });
    Object.assign(funnel.api.sessions.get(sessionId) ?? {}, { payment_status: 'paid' });
    first('paid');
    await receive('checkout.session.async_payment_succeeded', sessionId);
    expect([await stored(), logged()]).toEqual([['paid', 'past_due'], []]);
  });

  it('that fails ends the subscription, and leaves neither invoice to pay', async () => {
    renew('open', 'past_due', 'requires_payment_method');
    failFirst();
    await receive('checkout.session.async_payment_failed', sessionId);
    expect(ended()).toEqual([`DELETE /v1/subscriptions/${subscription}`, voidOf('in_2'), voidOf('in_1')]);
    expect(await stored()).toEqual(['expired', 'canceled']);
    expect((await visit.open({ planId: 'plan1' })).sessionId).not.toBe(sessionId);
  });

  it.each(['checkout.session.async_payment_failed', 'invoice.payment_failed'])(
    'that fails while the subscription is active ends it (%s)',
    async (type) => {
      renew('draft');
      failFirst();
      await receive(type, type.startsWith('invoice') ? 'in_1' : sessionId);
      expect(ended()).toEqual([`DELETE /v1/subscriptions/${subscription}`, voidOf('in_1')]);
      expect(await stored()).toEqual(['expired', 'canceled']);
    },
  );

  it('that fails allows no new attempt while the renewal is collected, which is then voided', async () => {
    renew('open');
    failFirst();
    await receive('checkout.session.async_payment_failed', sessionId);
    expect(ended()).toEqual([`DELETE /v1/subscriptions/${subscription}`, voidOf('in_1')]);
    expect(await stored()).toEqual(['processing', 'canceled']);
    expect(await visit.expectProblem({ planId: 'plan1' })).toMatchObject({ code: 'already-paid', sessionId });
    funnel.api.payments.set('in_2', 'requires_payment_method');
    await receive('invoice.payment_failed', 'in_2');
    expect([await stored(), ended().at(-1)]).toEqual([['expired', 'canceled'], voidOf('in_2')]);
    expect(logged()).toEqual([]);
  });

  it('that fails is no purchase if the renewal is paid, which is logged once to be refunded', async () => {
    const renewal = renew('open');
    failFirst();
    await receive('checkout.session.async_payment_failed', sessionId);
    renewal.status = 'paid';
    bill('in_2', 'subscription_cycle', 'paid');
    await receive('invoice.paid', 'in_2');
    await receive('customer.subscription.deleted', subscription);
    expect([await stored(), await purchases()]).toEqual([['expired', 'canceled'], []]);
    const sale = { checkoutSession: sessionId, subscription };
    expect(logged()).toEqual([[sale, 'renewal paid without its first payment']]);
  });

  it.each(['uncollectible', 'void'])('whose invoice is %s has failed', async (status) => {
    first(status);
    failFirst();
    await receive('customer.subscription.updated', subscription);
    expect([await stored(), ended()]).toEqual([
      ['expired', 'canceled'],
      [`DELETE /v1/subscriptions/${subscription}`, ...(status === 'uncollectible' ? [voidOf('in_1')] : [])],
    ]);
    expect((await visit.open({ planId: 'plan1' })).sessionId).not.toBe(sessionId);
  });

  it('that is collected although its invoice was marked uncollectible is still confirmed', async () => {
    first('uncollectible');
    await receive('invoice.marked_uncollectible', 'in_1');
    expect([await stored(), ended()]).toEqual([['processing', 'active'], []]);
  });

  it.each([
    ['uncollectible', 'requires_payment_method'],
    ['open', 'requires_action'],
  ])(
    'leaves no %s invoice with the payment "%s" after the end of its subscription',
    async (status, intent) => {
      first(status);
      funnel.api.payments.set('in_1', intent);
      change({ status: 'canceled' });
      await receive('customer.subscription.deleted', subscription);
      expect([await stored(), ended().at(-1)]).toEqual([['expired', 'canceled'], voidOf('in_1')]);
    },
  );

  it('is judged by the latest invoice if the session names none', async () => {
    Object.assign(funnel.api.sessions.get(sessionId) ?? {}, { invoice: null });
    await receive('checkout.session.completed', sessionId);
    expect(await stored()).toEqual(['processing', 'active']);
    change({ latest_invoice: { id: 'in_1', status: 'paid' } });
    await receive('checkout.session.completed', sessionId);
    expect(await stored()).toEqual(['paid', 'active']);
    renew('open', 'past_due', 'requires_payment_method');
    await receive('checkout.session.completed', sessionId);
    expect([await stored(), ended()]).toEqual([['paid', 'past_due'], []]);
  });
});
