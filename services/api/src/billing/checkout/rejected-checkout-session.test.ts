import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine, startTestApp } from '../../platform/service.testkit.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';

describeOnEachEngine('a checkout session that cannot be opened', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    funnel = await startPaidFunnel(database);
  });
  afterEach(() => funnel.close());

  it.each([
    ['an unknown plan', { planId: 'plan9' }, 'invalid-request', 'The request does not fit its schema'],
    ['a price', { price: 1 }, 'invalid-request', 'The request does not fit its schema'],
    ['a currency', { currency: 'EUR' }, 'invalid-request', 'The request does not fit its schema'],
    ['an amount', { amountMinor: 1 }, 'invalid-request', 'The request does not fit its schema'],
    ['a release set', { setId: 'set-1' }, 'invalid-request', 'The request does not fit its schema'],
    ['terms', { termsBuild: 'x' }, 'invalid-request', 'The request does not fit its schema'],
    ['a notice', { renewalNotice: 'free' }, 'invalid-request', 'The request does not fit its schema'],
    ['a deadline', { deadlineAt: 9e15 }, 'invalid-request', 'The request does not fit its schema'],
    [
      'a blank email',
      { email: '  ' },
      'email-required',
      'Email is required for checkout. Please go back and provide your email.',
    ],
  ])('rejects %s', async (_, change, code, detail) => {
    const visit = await startVisit(funnel.app);
    expect(await visit.expectProblem(change)).toMatchObject({ status: 422, code, detail });
    expect(funnel.api.calls).toEqual([]);
  });

  it('names the email if it is invalid, so that the page asks for another one', async () => {
    const visit = await startVisit(funnel.app);
    const message = 'Please enter a valid email address';
    expect(await visit.expectProblem({ email: 'vera@x' })).toMatchObject({
      status: 422,
      code: 'invalid-request',
      detail: message,
      errors: [{ path: 'email', message }],
    });
    expect(funnel.api.calls).toEqual([]);
  });

  it('rejects a request from another site', async () => {
    const visit = await startVisit(funnel.app);
    const response = await visit.post({}, { 'sec-fetch-site': 'cross-site' });
    expect(await response.json()).toMatchObject({ status: 403, code: 'foreign-origin' });
  });

  it('reports a failure of the provider, and succeeds on the next attempt', async () => {
    const visit = await startVisit(funnel.app);
    funnel.api.faults.isDown = true;
    expect(await visit.expectProblem()).toMatchObject({
      status: 502,
      code: 'payment-provider-failed',
      detail: 'Unable to create payment session. Please try again.',
    });
    funnel.api.faults.isDown = false;
    expect((await visit.open()).amountMinor).toBe(1999);
  });

  it('because a coupon was deleted at the provider makes the next attempt create it again, and succeed', async () => {
    const visit = await startVisit(funnel.app);
    expect((await visit.open()).amountMinor).toBe(1999);
    funnel.api.coupons.delete('funnel-plan2-usd-first-2000-off');
    const later = await startVisit(funnel.app);
    expect(await later.expectProblem()).toMatchObject({ status: 502, code: 'payment-provider-failed' });
    expect((await later.open()).amountMinor).toBe(1999);
  });

  it.each([`${'a'.repeat(65)}@example.com`, 'vera@example..com'])(
    'rejects %s if only the provider finds it invalid, and accepts another email',
    async (email) => {
      const visit = await startVisit(funnel.app);
      const message = 'Please enter a valid email address';
      for (let at = 0; at < 2; at++)
        expect(await visit.expectProblem({ email })).toMatchObject({
          status: 422,
          code: 'invalid-request',
          detail: message,
          errors: [{ path: 'email', message }],
        });
      expect((await visit.open()).amountMinor).toBe(1999);
      // The catalog was read twice for the first request: before and after its creation.
      expect(funnel.api.calls.filter((call) => call === 'GET /v1/prices')).toHaveLength(2);
    },
  );

  it('because a price was archived at the provider is reported like a failure of the provider', async () => {
    await funnel.provider.prepareCatalog();
    for (const price of funnel.api.prices.values()) price.active = false;
    expect(await (await startVisit(funnel.app)).expectProblem()).toMatchObject({
      status: 502,
      code: 'payment-provider-failed',
    });
  });

  it('because a price was archived is one of that plan and currency only, until the price is active again', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open({ planId: 'plan1' });
    const archived = funnel.api.prices.get('funnel-plan2-usd-4w-3999');
    Object.assign(archived ?? {}, { active: false });
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await (await startVisit(funnel.app)).expectProblem()).toMatchObject({ status: 502 });
    // The open form stays, although the visitor looks at the plan that cannot be sold.
    expect(await visit.expectProblem({ planId: 'plan2' })).toMatchObject({ status: 502 });

    funnel.advance(60_000);
    expect(await visit.open({ planId: 'plan1' })).toMatchObject({ sessionId });
    expect((await (await startVisit(funnel.app)).open({ planId: 'plan3' })).amountMinor).toBe(3999);
    const inEuro = await startVisit(funnel.app, 'EUR');
    expect(await inEuro.open()).toMatchObject({ amountMinor: 1999, currency: 'EUR' });

    Object.assign(archived ?? {}, { active: true });
    expect((await (await startVisit(funnel.app)).open()).amountMinor).toBe(1999);
  });

  it('reports a missing client secret', async () => {
    const visit = await startVisit(funnel.app);
    funnel.api.faults.hidesClientSecret = true;
    expect(await visit.expectProblem()).toMatchObject({ status: 502, detail: 'No client secret received' });
    funnel.api.faults.hidesClientSecret = false;
    expect((await visit.open()).clientSecret).toMatch(/secret/);
  });

  it('reports missing keys of the provider', async () => {
    const app = await startTestApp({ database });
    const visit = await startVisit(app);
    expect(await visit.expectProblem()).toMatchObject({
      status: 503,
      code: 'payments-not-configured',
      detail: 'Stripe configuration is incorrect. Please contact the administrator.',
    });
    await app.close();
  });
});
