import { createLog } from '@funnel/service-kit/log';

import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startPaidFunnel, startVisit, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { applyProviderState } from '../provider-state/apply-provider-state.ts';
import { readProviderState } from '../provider-state/read-provider-state.ts';
import { findSubscription } from '../subscription-repository.ts';
import { processWebhookEvents } from './process-webhook-events.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describeOnEachEngine('after a charge', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  let subscription: string;
  let charge: string;
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
    ({ subscription, charge } = await buy());
  });
  afterEach(() => funnel.close());

  async function buy() {
    const { sessionId } = await (await startVisit(funnel.app)).open();
    const bought = funnel.api.complete(sessionId);
    await receive('checkout.session.completed', sessionId);
    return { subscription: bought, charge: sessionId.replace('cs_test', 'ch') };
  }
  async function receive(type: string, id: string, fields: Readonly<Record<string, unknown>> = {}) {
    funnel.advance(1000);
    expect(await funnel.send(type, id, { fields })).toBe(200);
    expect(await funnel.processEvents()).toBe(1);
  }
  const changeCharge = (change: object) => Object.assign(funnel.api.charges.get(charge) ?? {}, change);
  /** What the app was notified of, in order. */
  const notifications = async () => {
    const rows = await database.db.selectFrom('outbox').select('payload').orderBy('created_at').execute();
    const sent = rows.map(({ payload }) => JSON.parse(payload));
    return sent.filter(({ type }) => type !== 'checkout.completed');
  };
  const notified = async (...fields: string[]) =>
    (await notifications()).map(({ data }) => fields.map((field) => data[field]));

  it.each([
    ['won', 'won'],
    ['lost', 'lost'],
    // An inquiry that was closed without a dispute.
    ['warning_closed', 'won'],
    // A dispute that the merchant's bank prevented.
    ['prevented', 'won'],
  ])('a dispute is announced, and that it is closed as %s', async (status, expected) => {
    changeCharge({ disputed: true });
    funnel.api.disputes.set(charge, ['needs_response']);
    await receive('charge.dispute.created', charge);
    funnel.api.disputes.set(charge, [status]);
    await receive('charge.dispute.closed', charge);
    expect(await notified('wasDisputed', 'dispute', 'hasAccess')).toEqual([
      [false, null, true],
      [true, 'open', true],
      [true, expected, true],
    ]);
  });

  it('a lost dispute counts before an open one, and an open one before one that was won', async () => {
    changeCharge({ disputed: true });
    for (const [statuses, expected] of [
      [['won', 'under_review'], 'open'],
      [['needs_response', 'lost', 'won'], 'lost'],
    ] as const) {
      funnel.api.disputes.set(charge, [...statuses]);
      await receive('charge.dispute.closed', charge);
      expect(await findSubscription(database.db, subscription)).toMatchObject({ dispute: expected });
    }
  });

  const returnedAs = async (kind: 'refund' | 'dispute') => {
    const returned = await database.db
      .selectFrom('payments')
      .select('amount_minor')
      .where('subscription_id', '=', subscription)
      .where('kind', '=', kind)
      .execute();
    return returned.map(({ amount_minor }) => amount_minor);
  };

  it.each([
    ['succeeded', [500]],
    ['pending', [500]],
    ['failed', []],
    ['canceled', []],
  ])('of a refund of 500 that is %s the returned money is %j', async (status, amounts) => {
    changeCharge({ amount_refunded: 500 });
    funnel.api.refunds.set(charge, [status]);
    await receive('charge.refunded', charge);
    expect(await returnedAs('refund')).toEqual(amounts);
  });

  it.each([
    ['needs_response', [1999]],
    ['under_review', [1999]],
    ['lost', [1999]],
    ['won', []],
    ['warning_needs_response', []],
    ['warning_under_review', []],
    ['warning_closed', []],
    ['prevented', []],
  ])('of a dispute that is %s the returned money is %j', async (status, amounts) => {
    changeCharge({ disputed: true });
    funnel.api.disputes.set(charge, [status]);
    await receive('charge.dispute.created', charge);
    expect(await returnedAs('dispute')).toEqual(amounts);
  });

  it('a refund that fails no longer counts', async () => {
    changeCharge({ amount_refunded: 500 });
    funnel.api.refunds.set(charge, ['succeeded']);
    await receive('charge.refunded', charge);
    expect(await returnedAs('refund')).toEqual([500]);
    changeCharge({ amount_refunded: 0 });
    await receive('refund.failed', charge);
    expect(await returnedAs('refund')).toEqual([]);
    expect(await notified('wasRefunded')).toEqual([[false], [true], [false]]);
  });

  it('an older response of the provider does not bring back what was returned before', async () => {
    const older = await readProviderState(funnel.app.context, funnel.provider, {
      kind: 'charge',
      id: charge,
    });
    changeCharge({ amount_refunded: 500 });
    funnel.api.refunds.set(charge, ['succeeded']);
    await receive('charge.refunded', charge);
    await applyProviderState(funnel.app.context, database.db, older);
    expect(await returnedAs('refund')).toEqual([500]);
  });

  it('a dispute that is won no longer counts', async () => {
    changeCharge({ disputed: true });
    funnel.api.disputes.set(charge, ['needs_response']);
    await receive('charge.dispute.created', charge);
    expect(await returnedAs('dispute')).toEqual([1999]);
    funnel.api.disputes.set(charge, ['won']);
    await receive('charge.dispute.closed', charge);
    expect(await returnedAs('dispute')).toEqual([]);
  });

  it('a warning of fraud is announced, and stays', async () => {
    await receive('radar.early_fraud_warning.created', charge);
    await receive('charge.refunded', charge);
    expect(await notified('hasFraudWarning', 'hasAccess')).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  it('a warning of fraud about another product of the account stores nothing', async () => {
    const foreign = {
      id: 'ch_foreign',
      customer: 'cus_foreign',
      amount_refunded: 0,
      disputed: false,
      payment_intent: 'pi_sub_foreign',
    };
    funnel.api.charges.set(foreign.id, foreign);
    await receive('radar.early_fraud_warning.created', foreign.id);
    expect(await findSubscription(database.db, 'sub_foreign')).toBeUndefined();
  });

  it('of two subscriptions of one customer, only the one that was charged is marked', async () => {
    const other = await buy();
    const customer = funnel.api.charges.get(charge)?.customer;
    for (const row of [
      funnel.api.subscriptions.get(other.subscription),
      funnel.api.charges.get(other.charge),
    ])
      Object.assign(row ?? {}, { customer });
    await receive('customer.subscription.updated', other.subscription);
    changeCharge({ amount_refunded: 1, disputed: true });
    await receive('charge.refunded', charge);
    await receive('radar.early_fraud_warning.created', charge);
    expect(await findSubscription(database.db, subscription)).toMatchObject({
      was_refunded: 1,
      was_disputed: 1,
      has_fraud_warning: 1,
    });
    expect(await findSubscription(database.db, other.subscription)).toMatchObject({
      customer_id: customer,
      was_refunded: 0,
      was_disputed: 0,
      has_fraud_warning: 0,
    });
  });

  /** What the log says while a webhook event is processed. */
  async function errorsAfter(type: string, id: string) {
    const lines: string[] = [];
    const log = createLog('error', { write: (line: string) => void lines.push(line) });
    await funnel.send(type, id);
    expect(await processWebhookEvents({ ...funnel.app.context, log }, funnel.provider)).toBe(1);
    return lines.map((line) => JSON.parse(line));
  }

  it('a payment of another amount than that of the order is logged', async () => {
    const { sessionId } = await (await startVisit(funnel.app)).open();
    funnel.api.complete(sessionId);
    Object.assign(funnel.api.sessions.get(sessionId) ?? {}, { amount_total: 1998 });
    expect(await errorsAfter('checkout.session.completed', sessionId)).toMatchObject([
      { msg: 'payment differs from order', checkoutSession: sessionId, amountMinor: 1998, currency: 'USD' },
    ]);
  });

  it('a payment of a session that is not stored, as after the restore of a backup, is logged, and that of another product is not', async () => {
    const { sessionId } = await (await startVisit(funnel.app)).open();
    const bought = funnel.api.complete(sessionId);
    await database.db.deleteFrom('checkout_sessions').where('id', '=', sessionId).execute();
    expect(await errorsAfter('checkout.session.completed', sessionId)).toMatchObject([
      { msg: 'paid checkout session is not stored', checkoutSession: sessionId, subscription: bought },
    ]);
    Object.assign(funnel.api.subscriptions.get(bought) ?? {}, { metadata: {} });
    expect(await errorsAfter('checkout.session.completed', sessionId)).toEqual([]);
  });

  it('a payment of a subscription that has ended is logged', async () => {
    const { sessionId } = await (await startVisit(funnel.app)).open();
    const ended = funnel.api.complete(sessionId);
    Object.assign(funnel.api.subscriptions.get(ended) ?? {}, { status: 'canceled' });
    expect(await errorsAfter('checkout.session.completed', sessionId)).toMatchObject([
      { msg: 'subscription paid after its end', checkoutSession: sessionId, subscription: ended },
    ]);
  });

  it('an invoice that cannot be finalized is logged with the reason', async () => {
    funnel.api.invoices.set('in_2', {
      id: 'in_2',
      parent: { subscription_details: { subscription } },
      last_finalization_error: { type: 'invalid_request_error', code: 'customer_tax_location_invalid' },
    });
    expect(await errorsAfter('invoice.finalization_failed', 'in_2')).toMatchObject([
      {
        msg: 'invoice could not be finalized',
        invoice: 'in_2',
        subscription,
        reason: 'invalid_request_error customer_tax_location_invalid',
      },
    ]);
  });

  it('an invoice of another product that cannot be finalized is not logged', async () => {
    funnel.api.subscriptions.set('sub_other', {
      ...funnel.api.subscriptions.get(subscription),
      id: 'sub_other',
      status: 'active',
      metadata: {},
    });
    funnel.api.invoices.set('in_other', {
      id: 'in_other',
      parent: { subscription_details: { subscription: 'sub_other' } },
      last_finalization_error: { type: 'invalid_request_error', code: 'customer_tax_location_invalid' },
    });
    expect(await errorsAfter('invoice.finalization_failed', 'in_other')).toEqual([]);
  });

  describe('a renewal is announced', () => {
    const upcoming = (changes: object = {}) => ({
      // An upcoming invoice has no id yet. https://docs.stripe.com/api/events/types#event_types-invoice.upcoming
      id: undefined,
      object: 'invoice',
      amount_due: 3999,
      currency: 'usd',
      next_payment_attempt: (funnel.clock() + 3 * dayMs + hourMs) / 1000,
      period_end: (funnel.clock() + 3 * dayMs) / 1000,
      parent: { type: 'subscription_details', subscription_details: { subscription } },
      ...changes,
    });

    it('with its date and price, once', async () => {
      const fields = upcoming();
      const chargedAt = funnel.clock() + 3 * dayMs + hourMs;
      await receive('invoice.upcoming', '', fields);
      await receive('invoice.upcoming', '', fields);
      const { db } = database;
      const row = await findSubscription(db, subscription);
      expect((await notifications()).slice(1)).toEqual([
        {
          type: 'subscription.renewal_upcoming',
          timestamp: new Date(funnel.clock() - 1000).toISOString(),
          data: {
            subscriptionId: subscription,
            email: 'vera@example.com',
            plan: { planId: 'plan2', name: '4-WEEK PLAN' },
            renewsAt: new Date(chargedAt).toISOString(),
            amountMinor: 3999,
            currency: 'USD',
            promotionalPeriodEnd: new Date(row?.promotional_period_end ?? 0).toISOString(),
          },
        },
      ]);
    });

    it('after its purchase is stored, if the webhook events arrive in another order', async () => {
      const { sessionId } = await (await startVisit(funnel.app)).open();
      const bought = funnel.api.complete(sessionId);
      const ofBought = { parent: { subscription_details: { subscription: bought } } };
      await receive('invoice.upcoming', '', upcoming(ofBought));
      await receive('checkout.session.completed', sessionId);
      funnel.advance(2000);
      await funnel.processEvents();
      const announced = (await notifications()).filter(
        ({ type }) => type === 'subscription.renewal_upcoming',
      );
      expect(announced.map(({ data }) => data.subscriptionId)).toEqual([bought]);
    });

    it('not if its purchase is never stored, as after a sale of another installation', async () => {
      const { sessionId } = await (await startVisit(funnel.app)).open();
      const bought = funnel.api.complete(sessionId);
      await database.db.deleteFrom('checkout_sessions').where('id', '=', sessionId).execute();
      const before = (await notifications()).length;
      await receive(
        'invoice.upcoming',
        '',
        upcoming({ parent: { subscription_details: { subscription: bought } } }),
      );
      for (const waited of [20, 40, 61]) {
        const states = await database.db.selectFrom('inbox').select('state').distinct().execute();
        expect(states).toContainEqual({ state: 'waiting' });
        funnel.advance((waited === 61 ? 21 : 20) * 60_000);
        expect(await funnel.processEvents()).toBe(1);
      }
      expect(await notifications()).toHaveLength(before);
      const states = await database.db.selectFrom('inbox').select('state').distinct().execute();
      expect(states).toEqual([{ state: 'done' }]);
    });

    it('for each renewal of each subscription', async () => {
      const other = await buy();
      const ofOther = { parent: { subscription_details: { subscription: other.subscription } } };
      await receive('invoice.upcoming', '', upcoming());
      await receive('invoice.upcoming', '', upcoming(ofOther));
      funnel.advance(28 * dayMs);
      await receive('invoice.upcoming', '', upcoming());
      const announced = (await notifications()).filter(
        ({ type }) => type === 'subscription.renewal_upcoming',
      );
      expect(announced.map(({ data }) => data.subscriptionId)).toEqual([
        subscription,
        other.subscription,
        subscription,
      ]);
    });

    it('with the end of the period if no time of a charge is set', async () => {
      const renewsAt = new Date(funnel.clock() + 3 * dayMs).toISOString();
      await receive('invoice.upcoming', '', upcoming({ next_payment_attempt: null }));
      expect((await notifications()).at(-1).data.renewsAt).toBe(renewsAt);
    });

    it.each([
      ['of no subscription', { parent: null }],
      ['of a subscription that was sold elsewhere', undefined],
    ])('not for an invoice %s', async (_, changes) => {
      funnel.api.subscriptions.set('sub_other', {
        ...funnel.api.subscriptions.get(subscription),
        id: 'sub_other',
        status: 'active',
        metadata: {},
      });
      const ofAnother = { parent: { subscription_details: { subscription: 'sub_other' } } };
      await receive('invoice.upcoming', '', upcoming(changes ?? ofAnother));
      expect(await notifications()).toHaveLength(1);
      expect(await database.db.selectFrom('inbox').select('state').execute()).toEqual([
        { state: 'done' },
        { state: 'done' },
      ]);
    });
  });
});
