import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine, testOperatorToken } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startPaidFunnel, startVisit, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { findSubscription } from '../subscription-repository.ts';

const dayMs = 86_400_000;

/**
 * While a delayed first payment is pending, the subscription is active and its invoice open. If the payment fails, the
 * subscription becomes past due, and the session's own fields do not change.
 */
describeOnEachEngine('a delayed first payment', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  let visit: Awaited<ReturnType<typeof startVisit>>;
  let sessionId: string;
  let subscription: string;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    for (const table of ['inbox', 'events', 'subscriptions', 'checkout_sessions'] as const)
      await database.db.deleteFrom(table).execute();
    funnel = await startPaidFunnel(database);
    visit = await startVisit(funnel.app);
    ({ sessionId } = await visit.open());
    subscription = funnel.api.complete(sessionId, 'unpaid');
    funnel.api.invoices.set('in_1', { id: 'in_1', parent: { subscription_details: { subscription } } });
    await receive('checkout.session.completed', sessionId);
    funnel.advance(dayMs);
    funnel.api.calls.length = 0;
  });
  afterEach(() => funnel.close());

  const receive = async (type: string, id: string) => {
    await funnel.send(type, id);
    expect(await funnel.processEvents()).toBe(1);
  };
  const change = (state: object) => Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, state);
  const fail = () => {
    change({ status: 'past_due' });
    funnel.api.payments.set('in_1', 'requires_payment_method');
  };
  const cancellations = () => funnel.api.calls.filter((call) => call.startsWith('DELETE'));
  const stored = async () => [
    (await findSession(database.db, sessionId))?.status,
    (await findSubscription(database.db, subscription))?.status,
  ];

  it.each([
    ['past_due', 'requires_payment_method'],
    ['unpaid', 'requires_payment_method'],
    ['incomplete', 'requires_payment_method'],
    ['incomplete', 'canceled'],
  ])(
    'that fails ends in a payment that is not completed, and cancels the subscription that is %s (payment intent: %s)',
    async (status, intent) => {
      change({ status });
      funnel.api.payments.set('in_1', intent);
      await receive('checkout.session.async_payment_failed', sessionId);
      expect(await stored()).toEqual(['expired', 'canceled']);
      expect(cancellations()).toEqual([`DELETE /v1/subscriptions/${subscription}`]);
      expect(await visit.read(sessionId)).toMatchObject({ status: 'expired' });
      await receive('customer.subscription.deleted', subscription);
      expect(cancellations()).toHaveLength(1);
    },
  );

  it.each(['processing', 'requires_action', 'succeeded'])(
    'of an incomplete subscription is confirmed later while its payment intent is %s',
    async (intent) => {
      change({ status: 'incomplete' });
      funnel.api.payments.set('in_1', intent);
      await receive('invoice.payment_failed', 'in_1');
      expect(await stored()).toEqual(['processing', 'incomplete']);
      expect(await visit.read(sessionId)).toMatchObject({ status: 'processing' });
      expect(cancellations()).toEqual([]);
      change({ status: 'active', latest_invoice: { id: 'in_1', status: 'paid' } });
      await receive('invoice.paid', 'in_1');
      expect(await stored()).toEqual(['paid', 'active']);
    },
  );

  it('is counted as an active subscription when it is confirmed, and not before', async () => {
    const count = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${testOperatorToken}` };
      const response = await funnel.app.request('/api/reports/totals', { headers });
      return Object(await response.json()).activeSubscriptions;
    };
    expect(await stored()).toEqual(['processing', 'active']);
    expect(await count()).toBe(0);
    change({ latest_invoice: { id: 'in_1', status: 'paid' } });
    await receive('invoice.paid', 'in_1');
    expect(await stored()).toEqual(['paid', 'active']);
    expect(await count()).toBe(1);
  });

  it('of an incomplete subscription that expires is not completed', async () => {
    change({ status: 'incomplete' });
    await receive('customer.subscription.updated', subscription);
    expect(await stored()).toEqual(['processing', 'incomplete']);
    change({ status: 'incomplete_expired', latest_invoice: { id: 'in_1', status: 'void' } });
    await receive('customer.subscription.updated', subscription);
    expect(await stored()).toEqual(['expired', 'incomplete_expired']);
    expect(cancellations()).toEqual([]);
  });

  it('that fails is found by any event of the subscription or its invoice, and by the page', async () => {
    fail();
    await receive('invoice.payment_failed', 'in_1');
    expect(await stored()).toEqual(['expired', 'canceled']);
    const other = await startVisit(funnel.app);
    const second = await other.open();
    Object.assign(funnel.api.subscriptions.get(funnel.api.complete(second.sessionId, 'unpaid')) ?? {}, {
      status: 'past_due',
    });
    expect((await other.read(second.sessionId)).status).toBe('expired');
    expect(cancellations()).toHaveLength(2);
  });

  it('that fails allows a new attempt, which is another session', async () => {
    expect(await visit.expectProblem()).toMatchObject({ code: 'already-paid' });
    fail();
    await receive('checkout.session.async_payment_failed', sessionId);
    const again = await visit.open();
    expect(again.sessionId).not.toBe(sessionId);
    funnel.api.complete(again.sessionId);
    expect((await visit.read(again.sessionId)).status).toBe('paid');
    expect((await visit.read(sessionId)).status).toBe('expired');
  });

  it('that fails allows no new attempt before its subscription is canceled', async () => {
    fail();
    funnel.api.faults.refusesToCancel = true;
    await receive('checkout.session.async_payment_failed', sessionId);
    expect(await stored()).toEqual(['processing', 'active']);
    expect(await visit.expectProblem()).toMatchObject({ code: 'already-paid' });
    funnel.api.faults.refusesToCancel = false;
    funnel.advance(2_000);
    expect(await funnel.processEvents()).toBe(1);
    expect(await stored()).toEqual(['expired', 'canceled']);
  });

  describe('that fails', () => {
    const voided = () => funnel.api.calls.filter((call) => call.endsWith('/void'));
    const storedInvoice = async () =>
      (await findSubscription(database.db, subscription))?.last_invoice_status;

    it('leaves no invoice that the buyer could still pay', async () => {
      fail();
      await receive('checkout.session.async_payment_failed', sessionId);
      expect(voided()).toEqual(['POST /v1/invoices/in_1/void']);
      expect([await stored(), await storedInvoice()]).toEqual([['expired', 'canceled'], 'void']);
      await receive('customer.subscription.deleted', subscription);
      expect(voided()).toHaveLength(1);
    });

    it('allows no new attempt before its invoice is void', async () => {
      fail();
      funnel.api.faults.refusesToVoid = true;
      await receive('checkout.session.async_payment_failed', sessionId);
      expect(await visit.expectProblem()).toMatchObject({ code: 'already-paid' });
      funnel.api.faults.refusesToVoid = false;
      funnel.advance(2_000);
      expect(await funnel.processEvents()).toBe(1);
      expect([await stored(), await storedInvoice()]).toEqual([['expired', 'canceled'], 'void']);
    });

    it.each(['paid', 'void'])('and whose invoice is %s a moment before, is read again', async (status) => {
      fail();
      funnel.api.hooks.beforeResponding = async (call) => {
        if (call.startsWith('DELETE')) change({ latest_invoice: { id: 'in_1', status } });
      };
      await receive('checkout.session.async_payment_failed', sessionId);
      expect(await storedInvoice()).toBe(status);
    });

    it('may have a subscription that was canceled before, and leaves no invoice then either', async () => {
      change({ status: 'canceled' });
      funnel.api.payments.set('in_1', 'requires_payment_method');
      await receive('customer.subscription.deleted', subscription);
      expect(voided()).toEqual(['POST /v1/invoices/in_1/void']);
      expect([await stored(), await storedInvoice()]).toEqual([['expired', 'canceled'], 'void']);
    });
  });

  describe('whose subscription is canceled while it is pending', () => {
    beforeEach(async () => {
      change({ status: 'canceled' });
      funnel.api.payments.set('in_1', 'processing');
      await receive('customer.subscription.deleted', subscription);
    });

    it('is still being confirmed, and allows no new attempt', async () => {
      expect(await stored()).toEqual(['processing', 'canceled']);
      expect(await visit.read(sessionId)).toMatchObject({ status: 'processing' });
      expect(await visit.expectProblem()).toMatchObject({ code: 'already-paid', sessionId });
      expect(funnel.api.calls.filter((call) => call.endsWith('/void'))).toEqual([]);
    });

    it('allows a new attempt when it fails, and leaves no invoice that the buyer could still pay', async () => {
      funnel.api.payments.set('in_1', 'requires_payment_method');
      await receive('checkout.session.async_payment_failed', sessionId);
      expect(await stored()).toEqual(['expired', 'canceled']);
      expect(await findSubscription(database.db, subscription)).toMatchObject({
        last_invoice_status: 'void',
      });
      expect((await visit.open()).sessionId).not.toBe(sessionId);
    });

    it('is paid when it succeeds', async () => {
      change({ latest_invoice: { id: 'in_1', status: 'paid' } });
      await receive('invoice.paid', 'in_1');
      expect(await stored()).toEqual(['paid', 'canceled']);
      expect(await visit.read(sessionId)).toMatchObject({ status: 'paid' });
    });

    it('is not completed if nothing is known of it 30 days after the form has expired', async () => {
      // The form expires a day after it was opened, and a day has passed.
      funnel.advance(30 * dayMs - 1);
      expect(await visit.read(sessionId)).toMatchObject({ status: 'processing' });
      funnel.advance(1);
      expect(await visit.read(sessionId)).toMatchObject({ status: 'expired' });
    });
  });

  it('that succeeds a day later is paid', async () => {
    funnel.api.complete(sessionId);
    await receive('checkout.session.async_payment_succeeded', sessionId);
    expect(await stored()).toEqual(['paid', 'active']);
    expect(cancellations()).toEqual([]);
    expect(await visit.read(sessionId)).toMatchObject({
      status: 'paid',
      activationToken: expect.any(String),
    });
  });

  it('that succeeds at a later attempt is paid, although the session stays unpaid', async () => {
    change({ latest_invoice: { id: 'in_1', status: 'paid' } });
    await receive('invoice.paid', 'in_1');
    expect(await stored()).toEqual(['paid', 'active']);
    const purchases = database.db.selectFrom('events').selectAll().where('name', '=', 'Purchase');
    expect(await purchases.execute()).toHaveLength(1);
  });

  it('that was paid keeps the subscription when a renewal fails', async () => {
    change({ latest_invoice: { id: 'in_1', status: 'paid' } });
    await receive('invoice.paid', 'in_1');
    change({ status: 'past_due', latest_invoice: { id: 'in_2', status: 'open' } });
    await receive('customer.subscription.updated', subscription);
    await receive('checkout.session.completed', sessionId);
    expect(await stored()).toEqual(['paid', 'past_due']);
    expect(cancellations()).toEqual([]);
  });

  it('of another product in the same account is not canceled', async () => {
    await database.db.deleteFrom('checkout_sessions').execute();
    change({ status: 'past_due' });
    await receive('checkout.session.async_payment_failed', sessionId);
    expect(cancellations()).toEqual([]);
  });
});
