import { randomUUID } from 'node:crypto';

import { signValue } from '@funnel/service-kit/signed-value';

import { createCookieJar, type CookieJar } from '../../platform/cookie-jar.testkit.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';

const dayMs = 86_400_000;

describeOnEachEngine('a browser in which somebody has bought', (open) => {
  let funnel: PaidFunnel;
  beforeAll(async () => {
    funnel = await startPaidFunnel(await open());
  });
  afterAll(() => funnel.close());

  const openCheckout = async (jar: CookieJar, email: string) => {
    const response = await funnel.app.post(
      '/api/create-checkout',
      { planId: 'plan2', email, attemptId: randomUUID() },
      { cookie: jar.header() },
    );
    jar.store(response);
    return { status: response.status, body: await response.json() };
  };
  const readSession = async (jar: CookieJar, sessionId: string) => {
    const headers = { cookie: jar.header() };
    const response = await funnel.app.request(`/api/checkout-sessions/${sessionId}`, { headers });
    jar.store(response);
    return response;
  };
  /** Pays, and sees the success page. */
  async function buy(email: string) {
    const jar = createCookieJar();
    const { sessionId } = (await openCheckout(jar, email)).body;
    const subscriptionId = funnel.api.complete(sessionId);
    await readSession(jar, sessionId);
    return { jar, sessionId, subscriptionId };
  }
  const pass = (jar: CookieJar, days: number) => {
    jar.pass(days * dayMs);
    funnel.advance(days * dayMs);
  };

  it('does not pay a second time for the same email after the visit has ended', async () => {
    const { jar, sessionId } = await buy('vera@example.com');
    pass(jar, 60);
    const again = await openCheckout(jar, ' Vera@Example.com');
    expect(again).toEqual({
      status: 409,
      body: expect.objectContaining({ code: 'already-paid', sessionId }),
    });
    expect(
      funnel.api.created.filter((form) => form.get('customer_email') === 'vera@example.com'),
    ).toHaveLength(1);
  });

  it('sells to another email, such as one of another person of the household', async () => {
    const { jar, sessionId } = await buy('anna@example.com');
    pass(jar, 60);
    const other = await openCheckout(jar, 'otto@example.com');
    expect(other.status).toBe(201);
    expect(other.body.sessionId).not.toBe(sessionId);
  });

  it('sells to another email in the same visit, whose success page then shows that purchase', async () => {
    const { jar, sessionId } = await buy('ines@example.com');
    funnel.advance(60_000);
    const second = (await openCheckout(jar, 'otto@example.org')).body;
    funnel.api.complete(second.sessionId);
    await readSession(jar, second.sessionId);
    const headers = { cookie: jar.header() };
    const purchase = await (await funnel.app.request('/api/purchase', { headers })).json();
    expect(purchase).toMatchObject({ sessionId: second.sessionId, email: 'otto@example.org' });
    const first = await (await readSession(jar, sessionId)).json();
    expect(first).toMatchObject({ status: 'paid', email: 'ines@example.com' });
    const customers = funnel.api.created.slice(-2).map((form) => form.get('customer_email'));
    expect(customers).toEqual(['ines@example.com', 'otto@example.org']);
    for (const [email, paidSessionId] of [
      ['Ines@example.com', sessionId],
      ['otto@example.org', second.sessionId],
    ] as const)
      expect((await openCheckout(jar, email)).body).toMatchObject({
        code: 'already-paid',
        sessionId: paidSessionId,
      });
  });

  /** Pays in a browser that may have bought before, and sees the success page. */
  const buyIn = async (jar: CookieJar, email: string): Promise<string> => {
    const { sessionId } = (await openCheckout(jar, email)).body;
    funnel.api.complete(sessionId);
    await readSession(jar, sessionId);
    return sessionId;
  };

  it('remembers up to five purchases, so that nobody of a household pays a second time', async () => {
    const jar = createCookieJar();
    const sessions = new Map<string, string>();
    const buyers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@household.example`);
    for (const email of buyers) {
      funnel.advance(60_000);
      sessions.set(email, await buyIn(jar, email));
    }
    // The success page of an earlier purchase that is opened again takes the place of no other one.
    await readSession(jar, sessions.get('f@household.example') ?? '');
    pass(jar, 60);
    for (const email of buyers.slice(1))
      expect((await openCheckout(jar, email)).body).toMatchObject({
        code: 'already-paid',
        sessionId: sessions.get(email),
      });
    expect((await openCheckout(jar, 'a@household.example')).status).toBe(201);
  });

  it('is recognized by the cookie of an earlier version, which has one purchase', async () => {
    const jar = createCookieJar();
    const sessionId = await buyIn(jar, 'erna@example.com');
    const value = signValue('purchase', [sessionId], funnel.app.context.keys('visit'));
    jar.cookies.set('purchase', value);
    pass(jar, 60);
    expect((await openCheckout(jar, 'erna@example.com')).body).toMatchObject({
      code: 'already-paid',
      sessionId,
    });
    const second = await buyIn(jar, 'emil@example.com');
    pass(jar, 60);
    for (const [email, paid] of [
      ['erna@example.com', sessionId],
      ['emil@example.com', second],
    ] as const)
      expect((await openCheckout(jar, email)).body).toMatchObject({ code: 'already-paid', sessionId: paid });
  });

  it('sells to another email in the same visit only when its payment is no longer in progress', async () => {
    const jar = createCookieJar();
    const { sessionId } = (await openCheckout(jar, 'lisa@example.com')).body;
    funnel.api.complete(sessionId, 'unpaid');
    expect((await openCheckout(jar, 'karl@example.com')).body).toMatchObject({
      code: 'already-paid',
      sessionId,
    });
    funnel.api.complete(sessionId);
    await readSession(jar, sessionId);
    expect((await openCheckout(jar, 'karl@example.com')).status).toBe(201);
  });

  it('does not pay a second time while a debit is in progress, also after the visit has ended, unless it fails', async () => {
    const jar = createCookieJar();
    jar.store(await funnel.app.request('/api/config'));
    // A visit lasts 30 days.
    pass(jar, 29);
    const { sessionId } = (await openCheckout(jar, 'greta@example.com')).body;
    const subscriptionId = funnel.api.complete(sessionId, 'unpaid');
    expect(await (await readSession(jar, sessionId)).json()).toMatchObject({ status: 'processing' });
    pass(jar, 2);
    expect((await openCheckout(jar, 'Greta@example.com')).body).toMatchObject({
      code: 'already-paid',
      sessionId,
    });
    expect((await openCheckout(jar, 'hans@example.com')).status).toBe(201);

    Object.assign(funnel.api.subscriptions.get(subscriptionId) ?? {}, { status: 'incomplete_expired' });
    await funnel.send('checkout.session.async_payment_failed', sessionId);
    await funnel.processEvents();
    expect((await openCheckout(jar, 'greta@example.com')).status).toBe(201);
  });

  it('sells again after the subscription has ended', async () => {
    const { jar, sessionId, subscriptionId } = await buy('nora@example.com');
    Object.assign(funnel.api.subscriptions.get(subscriptionId) ?? {}, { status: 'canceled' });
    pass(jar, 60);
    await funnel.send('customer.subscription.deleted', subscriptionId);
    await funnel.processEvents();
    const again = await openCheckout(jar, 'nora@example.com');
    expect(again.status).toBe(201);
    expect(again.body.sessionId).not.toBe(sessionId);
  });

  it('shows neither the email nor an activation link of that purchase after the visit has ended', async () => {
    const { jar, sessionId } = await buy('paula@example.com');
    pass(jar, 60);
    const purchase = await (await readSession(jar, sessionId)).json();
    expect(purchase).toMatchObject({ status: 'paid', email: 'p•••@example.com' });
    expect(purchase).not.toHaveProperty('activationToken');
  });

  it.each([
    ['with another session', (value: string, sessionId: string) => value.replace(/^[^.]+/, sessionId)],
    ['without a signature', (_: string, sessionId: string) => sessionId],
  ])('is not recognized by a cookie %s', async (_, forge) => {
    const { jar } = await buy(`${randomUUID()}@example.com`);
    const victim = await buy(`${randomUUID()}@example.com`);
    const { email } = await (await readSession(victim.jar, victim.sessionId)).json();
    pass(jar, 60);
    jar.cookies.set('purchase', forge(jar.cookies.get('purchase') ?? '', victim.sessionId));
    expect((await openCheckout(jar, email)).status).toBe(201);
  });

  it('has a cookie that no script can read and that a browser keeps for 400 days', async () => {
    const jar = createCookieJar();
    const { sessionId } = (await openCheckout(jar, 'ruth@example.com')).body;
    funnel.api.complete(sessionId);
    const response = await readSession(jar, sessionId);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('purchase=')) ?? '';
    expect(cookie).toMatch(/; httponly/i);
    expect(cookie).toMatch(/; samesite=lax/i);
    const [, expires = ''] = /; expires=([^;]+)/.exec(cookie) ?? [];
    const lifetimeMs = Date.parse(expires) - Date.parse(response.headers.get('date') ?? '');
    expect(Math.abs(lifetimeMs - 34_560_000_000)).toBeLessThan(60_000);
  });

  it('has no such cookie before the payment', async () => {
    const jar = createCookieJar();
    const { sessionId } = (await openCheckout(jar, 'olga@example.com')).body;
    await readSession(jar, sessionId);
    expect(jar.cookies.has('purchase')).toBe(false);
  });
});
