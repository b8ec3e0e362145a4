import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startPaidFunnel, startVisit, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { findSubscription } from '../subscription-repository.ts';

/*
 * An invoice stays open until its payments add up to it: "When the invoice is fully paid, the invoice's status becomes paid"
 * (https://docs.stripe.com/api/invoices/attach_payment).
 */
describeOnEachEngine('an invoice that is paid in parts', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database, {
      APP_WEBHOOK_URL: 'http://127.0.0.1:1',
      APP_WEBHOOK_SECRET: `whsec_${'a'.repeat(44)}`,
    });
  });
  beforeEach(async () => {
    for (const table of ['inbox', 'outbox', 'payments', 'subscriptions', 'checkout_sessions'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(() => funnel.close());

  async function receive(type: string, id: string) {
    funnel.advance(1000);
    expect(await funnel.send(type, id)).toBe(200);
    expect(await funnel.processEvents()).toBe(1);
  }
  /** Buys a subscription with an invoice of 39.99 that has the given status. */
  async function buy(payment: 'paid' | 'unpaid') {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const subscription = funnel.api.complete(sessionId, payment);
    await receive('checkout.session.completed', sessionId);
    const bill = (status: 'open' | 'paid', amount_paid: number) => {
      const invoice = { id: 'in_2', status, amount_paid, amount_remaining: 3999 - amount_paid };
      funnel.api.invoices.set('in_2', {
        ...invoice,
        currency: 'usd',
        created: funnel.clock() / 1000 - 3600,
        billing_reason: 'subscription_cycle',
        status_transitions: { paid_at: status === 'paid' ? funnel.clock() / 1000 : null },
        parent: { subscription_details: { subscription } },
      });
      funnel.api.invoiceStatuses.set(subscription, status);
      Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { latest_invoice: invoice });
    };
    return { visit, sessionId, subscription, bill };
  }
  const access = async () => {
    const rows = await database.db.selectFrom('outbox').select('payload').orderBy('created_at').execute();
    return rows.flatMap(({ payload }) => {
      const { type, data } = JSON.parse(payload);
      return type === 'checkout.completed' ? [] : [`${data.status} ${data.hasAccess}`];
    });
  };
  const money = async () => {
    const rows = await database.db.selectFrom('payments').select(['kind', 'amount_minor']).execute();
    return rows.map(({ kind, amount_minor }) => `${kind} ${amount_minor}`).toSorted();
  };

  it('gives no access to a new buyer before all of it is paid', async () => {
    const { visit, sessionId, subscription, bill } = await buy('unpaid');
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'incomplete' });
    bill('open', 2000);
    await receive('invoice.payment_failed', 'in_2');
    expect([await visit.read(sessionId), await access(), await money()]).toMatchObject([
      { status: 'processing' },
      ['active false', 'incomplete false'],
      [],
    ]);
  });

  it('keeps access during a partly paid renewal, and reports payment and refund only when it is paid in full', async () => {
    const { sessionId, subscription, bill } = await buy('paid');
    const charge = sessionId.replace('cs_test', 'ch');
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'past_due' });
    bill('open', 2000);
    await receive('invoice.payment_failed', 'in_2');
    Object.assign(funnel.api.charges.get(charge) ?? {}, { disputed: true });
    funnel.api.disputes.set(charge, ['needs_response']);
    await receive('charge.dispute.created', charge);
    expect(await access()).toEqual(['active true', 'past_due true', 'past_due true']);
    expect(await findSubscription(database.db, subscription)).toMatchObject({ was_disputed: 1 });
    expect(await money()).toEqual([]);

    bill('paid', 3999);
    const paidAt = funnel.clock();
    await receive('invoice.paid', 'in_2');
    expect(await money()).toEqual(['dispute 1999', 'renewal 3999']);
    expect(await database.db.selectFrom('payments').select(['kind', 'at']).orderBy('kind').execute()).toEqual(
      [
        { kind: 'dispute', at: paidAt + 1000 },
        { kind: 'renewal', at: paidAt },
      ],
    );
  });
});
