import { randomUUID } from 'node:crypto';

import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { createCookieJar, type CookieJar } from '../platform/cookie-jar.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';

const dayMs = 86_400_000;

describeOnEachEngine('a visit', (open) => {
  let funnel: PaidFunnel;
  beforeAll(async () => {
    funnel = await startPaidFunnel(await open());
  });
  afterAll(() => funnel.close());

  const browse = async (jar: CookieJar, query: string, language: string) => {
    const headers = { cookie: jar.header(), 'accept-language': language };
    const response = await funnel.app.request(`/api/config${query}`, { headers });
    jar.store(response);
    return response;
  };
  /** A browser with cookies of its own, on a visit that pays in euros. */
  const visitInEuros = async () => {
    const jar = createCookieJar();
    await browse(jar, '?currency=EUR', 'en-US');
    return jar;
  };
  const openCheckout = (jar: CookieJar, headers = {}) =>
    funnel.app.post(
      '/api/create-checkout',
      { planId: 'plan2', email: 'vera@example.com', attemptId: randomUUID() },
      { cookie: jar.header(), ...headers },
    );

  it('is remembered by the browser for 30 days', async () => {
    const response = await browse(createCookieJar(), '', 'en-US');
    const [, expires = ''] =
      /^visit=.*; expires=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '') ?? [];
    const lifetimeMs = Date.parse(expires) - Date.parse(response.headers.get('date') ?? '');
    expect(lifetimeMs).toBeGreaterThan(2_591_940_000);
    expect(lifetimeMs).toBeLessThan(2_592_060_000);
  });

  it('keeps its id and its currency when the visitor returns after 29 days', async () => {
    const jar = await visitInEuros();
    const visitId = jar.visitId();
    jar.pass(29 * dayMs);
    const response = await browse(jar, '?currency=USD', 'en-US');
    expect(await response.json()).toMatchObject({ currency: 'EUR' });
    expect(jar.visitId()).toBe(visitId);
  });

  it('is followed by another one after more than 30 days', async () => {
    const jar = await visitInEuros();
    const visitId = jar.visitId();
    jar.pass(30 * dayMs + 60_000);
    const response = await browse(jar, '', 'en-US');
    expect(await response.json()).toMatchObject({ currency: 'USD' });
    expect(jar.visitId()).toMatch(/^[\da-f-]{36}$/);
    expect(jar.visitId()).not.toBe(visitId);
  });

  it.each([
    ['is counted for 29 days', 29, true],
    ['is over after 31 days', 31, false],
  ])('%s although a program keeps its cookie for longer', async (_, days, isSame) => {
    const jar = await visitInEuros();
    const visitId = jar.visitId();
    funnel.advance(days * dayMs);
    await browse(jar, '?currency=USD', 'en-US');
    expect(jar.visitId() === visitId).toBe(isSame);
  });

  it('that has paid does not pay a second time after 29 days', async () => {
    const jar = await visitInEuros();
    const { sessionId } = await (await openCheckout(jar)).json();
    funnel.api.complete(sessionId);
    jar.pass(29 * dayMs);
    funnel.advance(29 * dayMs);
    const response = await openCheckout(jar);
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'already-paid', sessionId }),
    ]);
    expect(funnel.api.created).toHaveLength(1);
  });

  it.each([
    ['EUR', 'en-US', 'EUR'],
    ['USD', 'de-DE', 'USD'],
    ['GBP', 'de-DE', 'EUR'],
  ])(
    'of a browser without cookies pays in the currency of its page, if that is sold (%s, %s)',
    async (named, language, charged) => {
      const headers = { 'x-currency': named, 'accept-language': language };
      const response = await openCheckout(createCookieJar(), headers);
      expect(await response.json()).toMatchObject({ currency: charged, amountMinor: 1999 });
    },
  );

  it('pays in its own currency, whatever the page names', async () => {
    const response = await openCheckout(await visitInEuros(), { 'x-currency': 'USD' });
    expect(await response.json()).toMatchObject({ currency: 'EUR' });
  });
});
