import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { maskEmail } from './mask-email.ts';

describeOnEachEngine('reading a checkout session', (open) => {
  let funnel: PaidFunnel;
  beforeAll(async () => {
    funnel = await startPaidFunnel(await open());
  });
  afterAll(() => funnel.close());

  it('returns the email only to the buyer’s visit, and masks it for others', async () => {
    const visit = await startVisit(funnel.app, 'EUR');
    const other = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const session = {
      status: 'open',
      plan: { planId: 'plan2', name: '4-WEEK PLAN' },
      amountMinor: 1999,
      currency: 'EUR',
    };
    expect(await visit.read(sessionId)).toEqual({ ...session, email: 'vera@example.com' });
    expect(await other.read(sessionId)).toEqual({ ...session, email: 'v•••@example.com' });
    const stranger = await funnel.app.request(`/api/checkout-sessions/${sessionId}`);
    expect(await stranger.json()).toEqual({ ...session, email: 'v•••@example.com' });
    expect(stranger.headers.getSetCookie()).toEqual([]);
  });

  it('returns the tax that is part of the amount, if the provider calculates it', async () => {
    const taxed = await startPaidFunnel(await open(), { STRIPE_AUTOMATIC_TAX: 'true' });
    const visit = await startVisit(taxed.app);
    const { sessionId } = await visit.open();
    expect(await visit.read(sessionId)).not.toHaveProperty('taxMinor');
    taxed.api.complete(sessionId);
    expect(await visit.read(sessionId)).toMatchObject({ status: 'paid', amountMinor: 1999, taxMinor: 319 });
    await taxed.close();
  });
  it('fetches the provider’s state only until the session is paid or expired', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId);
    expect((await visit.read(sessionId)).status).toBe('paid');
    const calls = funnel.api.calls.length;
    expect((await visit.read(sessionId)).status).toBe('paid');
    expect(funnel.api.calls).toHaveLength(calls);

    const other = await startVisit(funnel.app);
    const first = await other.open();
    await other.open({ planId: 'plan3' });
    const callsBefore = funnel.api.calls.length;
    expect((await other.read(first.sessionId)).status).toBe('expired');
    expect(funnel.api.calls).toHaveLength(callsBefore);
  });

  it('does not report a possibly paid session as open if the provider is unavailable', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const path = `/api/checkout-sessions/${sessionId}`;
    funnel.api.faults.isDown = true;
    const response = await funnel.app.request(path, { headers: { cookie: visit.cookie } });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      code: 'unavailable',
      detail: 'The payment could not be checked. Please try again.',
    });
    funnel.api.faults.isDown = false;
    expect((await visit.read(sessionId)).status).toBe('open');
  });

  it.each([
    ['read', 'GET /v1/checkout/sessions/'],
    ['cancel', 'DELETE /v1/subscriptions/'],
  ])('does not wait long for a provider that does not answer a call to %s', async (_, started) => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const subscription = funnel.api.complete(sessionId, 'unpaid');
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'past_due' });
    const waiting: (() => void)[] = [];
    funnel.api.hooks.beforeResponding = async (call) => {
      if (call.startsWith(started)) await new Promise<void>((resolve) => waiting.push(resolve));
    };
    const startedAt = performance.now();
    const path = `/api/checkout-sessions/${sessionId}`;
    const { status } = await funnel.app.request(path, { headers: { cookie: visit.cookie } });
    const waitedMs = performance.now() - startedAt;
    funnel.api.hooks.beforeResponding = async () => {};
    for (const answer of waiting) answer();
    // One attempt of 2.5 s.
    expect([status, waiting.length]).toEqual([503, 1]);
    expect(waitedMs).toBeLessThan(5_500);
  });

  it('stores a payment as a whole or not at all', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId);
    const { db } = funnel.app.context.database;
    await db.schema.alterTable('events').renameTo('events_away').execute();
    const { status } = await funnel.app.request(`/api/checkout-sessions/${sessionId}`);
    await db.schema.alterTable('events_away').renameTo('events').execute();
    expect(status).toBe(500);
    expect((await visit.read(sessionId)).status).toBe('paid');
    const purchases = db.selectFrom('events').selectAll().where('visit_id', '=', visit.visitId);
    expect(await purchases.where('name', '=', 'Purchase').execute()).toHaveLength(1);
  });

  it('reports a known processing state if the provider is unavailable', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId, 'unpaid');
    expect((await visit.read(sessionId)).status).toBe('processing');
    funnel.api.faults.isDown = true;
    expect((await visit.read(sessionId)).status).toBe('processing');
    funnel.api.faults.isDown = false;
  });

  it('ends the assignment of the buyer’s visit to its release set once it is paid', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const assignmentAfter = async () => {
      const headers = { cookie: visit.cookie };
      const response = await funnel.app.request(`/api/checkout-sessions/${sessionId}`, { headers });
      return response.headers.getSetCookie().filter((cookie) => cookie.startsWith('release='));
    };
    expect(await assignmentAfter()).toEqual([]);
    funnel.api.complete(sessionId);
    expect(await assignmentAfter()).toEqual([expect.stringMatching(/^release=[^;]+;/)]);
  });

  it('returns the purchase of a visit to that visit alone', async () => {
    const visit = await startVisit(funnel.app);
    const other = await startVisit(funnel.app);
    const purchaseOf = (cookie: string) => funnel.app.request('/api/purchase', { headers: { cookie } });
    const { sessionId } = await visit.open();
    expect((await purchaseOf(visit.cookie)).status).toBe(404);

    funnel.api.complete(sessionId);
    await visit.read(sessionId);
    expect(await (await purchaseOf(visit.cookie)).json()).toEqual({
      sessionId,
      status: 'paid',
      plan: { planId: 'plan2', name: '4-WEEK PLAN' },
      amountMinor: 1999,
      currency: 'USD',
      email: 'vera@example.com',
      activationToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    for (const cookie of [other.cookie, '']) {
      const response = await purchaseOf(cookie);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not-found', detail: 'This visit has not paid' });
    }
  });

  it('returns the purchase of a visit as processing while its debit is in progress, and then as paid or expired', async () => {
    for (const [ended, state] of [
      ['paid', { latest_invoice: { id: 'in_1', status: 'paid' } }],
      ['expired', { status: 'past_due' }],
    ] as const) {
      const visit = await startVisit(funnel.app);
      const readPurchase = () => funnel.app.request('/api/purchase', { headers: { cookie: visit.cookie } });
      const { sessionId } = await visit.open();
      // The webhook event of each change is lost.
      const subscription = funnel.api.complete(sessionId, 'unpaid');
      expect(await (await readPurchase()).json()).toMatchObject({ sessionId, status: 'processing' });
      Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, state);
      if (ended === 'expired') funnel.api.payments.set('in_1', 'requires_payment_method');
      expect(await (await readPurchase()).json()).toMatchObject({ sessionId, status: ended });
      expect(await (await readPurchase()).json()).toMatchObject({ sessionId, status: ended });
    }
    funnel.api.payments.delete('in_1');
  });

  describe('the purchase of a visit that has bought and canceled', () => {
    let visit: Awaited<ReturnType<typeof startVisit>>;
    let first: string;
    const readPurchase = async () => {
      const response = await funnel.app.request('/api/purchase', { headers: { cookie: visit.cookie } });
      return response.json();
    };
    beforeEach(async () => {
      visit = await startVisit(funnel.app);
      const { sessionId } = await visit.open();
      first = sessionId;
      const subscription = funnel.api.complete(sessionId);
      await visit.read(sessionId);
      Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, {
        status: 'canceled',
        metadata: { visit_id: visit.visitId },
      });
      await funnel.send('customer.subscription.deleted', subscription);
      await funnel.processEvents();
      funnel.advance(1000);
    });
    afterEach(() => {
      funnel.api.faults.isDown = false;
    });

    it.each([
      ['paid', 'paid'],
      ['unpaid', 'processing'],
    ] as const)(
      'is the next one as soon as it is %s, also before its webhook event',
      async (payment, status) => {
        const next = await visit.open();
        expect(next.sessionId).not.toBe(first);
        expect(await readPurchase()).toMatchObject({ sessionId: first, status: 'paid' });
        funnel.api.complete(next.sessionId, payment);
        expect(await readPurchase()).toMatchObject({ sessionId: next.sessionId, status });
      },
    );

    it('is the earlier one while the provider does not say whether the next is paid', async () => {
      await visit.open();
      funnel.api.faults.isDown = true;
      expect(await readPurchase()).toMatchObject({ sessionId: first, status: 'paid' });
    });
  });

  it('reports no failed purchase while the provider does not say whether the next is paid', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const subscription = funnel.api.complete(sessionId, 'unpaid');
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'past_due' });
    funnel.api.payments.set('in_1', 'requires_payment_method');
    try {
      expect((await visit.read(sessionId)).status).toBe('expired');
      funnel.advance(1000);
      await visit.open();
      funnel.api.faults.isDown = true;
      const response = await funnel.app.request('/api/purchase', { headers: { cookie: visit.cookie } });
      expect([response.status, Object(await response.json()).code]).toEqual([503, 'unavailable']);
    } finally {
      funnel.api.faults.isDown = false;
      funnel.api.payments.delete('in_1');
    }
  });

  it('returns a purchase of a plan that this version does not know, with the id of the plan as its name', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId);
    const { db } = funnel.app.context.database;
    await db
      .updateTable('checkout_sessions')
      .set({ plan_id: 'plan99' })
      .where('id', '=', sessionId)
      .execute();
    const purchase = {
      status: 'paid',
      plan: { planId: 'plan99', name: 'plan99' },
      amountMinor: 1999,
      currency: 'USD',
    };
    expect(await visit.read(sessionId)).toEqual({
      ...purchase,
      email: 'vera@example.com',
      activationToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await (await startVisit(funnel.app)).read(sessionId)).toEqual({
      ...purchase,
      email: 'v•••@example.com',
    });
    const response = await funnel.app.request('/api/purchase', { headers: { cookie: visit.cookie } });
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ ...purchase, sessionId }),
    ]);
  });

  it('says that it could not find an unknown payment', async () => {
    const response = await funnel.app.request('/api/checkout-sessions/cs_test_unknown');
    expect(await response.json()).toMatchObject({ detail: 'We could not find this payment' });
  });

  it.each(['cs_test_unknown', 'no%20id', '%00', 'x'.repeat(3000)])('returns 404 for %s', async (id) => {
    const response = await funnel.app.request(`/api/checkout-sessions/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not-found' });
  });
});

it('masks an email', () => {
  expect(maskEmail('vera@example.com')).toBe('v•••@example.com');
  expect(maskEmail('v@example.com')).toBe('v•••@example.com');
  expect(maskEmail('@example.com')).toBe('•••');
  expect(maskEmail('"v@w"@example.com')).toBe('"•••@example.com');
  expect(maskEmail('@')).toBe('•••');
});
