import { randomUUID } from 'node:crypto';

import type { FunnelEvent } from '@funnel/contracts/events';
import { plans } from '@funnel/contracts/plans';

import { createCookieJar, type CookieJar } from '../platform/cookie-jar.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { startBrowser } from './ad-journey.testkit.ts';
import { conversionSchema } from './conversions/conversion.ts';

const hourMs = 3_600_000;

describeOnEachEngine('events of browsers', (open) => {
  const { clock, advance } = createTestClock();
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let app: TestApp;
  let count = 0;

  beforeAll(async () => {
    receiver = await startReceiver(() => ({ status: 200 }));
    const environment = {
      TRUST_PROXY: '1',
      AD_TRACKING_URL: receiver.origin,
      AD_TRACKING_TOKEN: 'token',
      // Allows each network 500,000 bytes in ten minutes.
      RATE_LIMIT_PER_NETWORK: '50',
    };
    // This test is not about the limits per minute.
    app = await startTestApp({ database: await open(), clock, environment });
  });
  beforeEach(() => advance(2 * hourMs));
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const aVisit = async (currency = 'EUR') => {
    const jar = createCookieJar();
    jar.store(await app.request(`/api/config?currency=${currency}`));
    return jar;
  };
  const anEvent = (over: Partial<FunnelEvent> = {}): FunnelEvent => ({
    id: randomUUID(),
    name: 'WebVital',
    at: clock(),
    path: '/',
    setId: 'set-1',
    ...over,
  });
  /** Every call comes from its own network unless `ip` is given. */
  const report = (jar: CookieJar, events: readonly FunnelEvent[], ip = `30.${count++ % 250}.0.1`) =>
    app.post('/api/events', { events }, { cookie: jar.header(), 'x-forwarded-for': ip });
  const db = () => app.context.database.db;
  const storedOf = (jar: CookieJar) =>
    db().selectFrom('events').selectAll().where('visit_id', '=', jar.visitId()).execute();
  const conversionsOf = async (jar: Pick<CookieJar, 'visitId'>) =>
    (await db().selectFrom('outbox').select('payload').where('visit_id', '=', jar.visitId()).execute()).map(
      ({ payload }) => conversionSchema.parse(JSON.parse(payload)),
    );
  /** The size of events and their deliveries as text. */
  const sizeOfEvents = async () => {
    const events = await db().selectFrom('events').selectAll().execute();
    const deliveries = await db().selectFrom('outbox').selectAll().execute();
    return JSON.stringify([events, deliveries]).length;
  };
  const many = (length: number, over: Partial<FunnelEvent> = {}) =>
    Array.from({ length }, () => anEvent(over));

  it('are limited to 300 per hour and visit, beyond which a batch is rejected as a whole', async () => {
    const jar = await aVisit();
    for (let batch = 0; batch < 42; batch++) {
      const stored = await report(jar, many(7));
      expect([stored.status, await stored.json()]).toEqual([202, { accepted: 7 }]);
    }
    advance(600_000);
    expect((await report(jar, many(1))).status).toBe(202);
    const late = many(7, { name: 'ViewContent' });
    const rejected = await report(jar, late);
    expect(rejected.status).toBe(429);
    expect(await rejected.json()).toMatchObject({
      code: 'too-many-requests',
      detail: 'Too many events; try again in 3000 seconds',
    });
    expect(rejected.headers.get('retry-after')).toBe('3000');
    expect(await storedOf(jar)).toHaveLength(295);
    expect((await report(jar, many(5))).status).toBe(202);
    expect((await report(await aVisit(), many(7))).status).toBe(202);

    advance(3_000_000);
    expect((await report(jar, late)).status).toBe(202);
    expect(await storedOf(jar)).toHaveLength(307);
  });

  it.each([
    ['ViewContent', 60],
    ['PageView', 250],
  ] as const)('named %s are stored and forwarded at most %d times per hour and visit', async (name, max) => {
    const jar = await aVisit();
    const contentId = 'plan2';
    expect((await report(jar, [anEvent()])).status).toBe(202);
    for (let done = 0; done < max; done += 10)
      expect((await report(jar, many(10, { name, contentId }))).status).toBe(202);
    const before = await conversionsOf(jar);
    expect((await report(jar, [anEvent({ name, contentId })])).status).toBe(429);
    expect((await report(jar, [anEvent()])).status).toBe(202);
    expect(await storedOf(jar)).toHaveLength(max + 2);
    expect(await conversionsOf(jar)).toHaveLength(before.length);
  });

  it('that are already stored are acknowledged again, also when the budget is exhausted', async () => {
    const jar = await aVisit();
    const first = many(10, { name: 'ViewContent' });
    await report(jar, first);
    for (let batches = 0; batches < 5; batches++) await report(jar, many(10, { name: 'ViewContent' }));
    expect((await report(jar, [anEvent({ name: 'ViewContent' })])).status).toBe(429);
    expect((await report(jar, first)).status).toBe(202);
    expect(await storedOf(jar)).toHaveLength(60);
  });

  const large = {
    name: 'ViewContent',
    contentId: 'x'.repeat(200),
    contentName: 'x'.repeat(200),
    detail: 'x'.repeat(500),
  } as const;

  it('of one network are limited by its byte budget, regardless of visits and IPs', async () => {
    const before = await sizeOfEvents();
    const statuses: number[] = [];
    for (let at = 0; at < 100; at++) {
      const response = await report(createCookieJar(), many(7, large), `198.51.${at}.9`);
      statuses.push(response.status);
      if (response.status === 429) expect(response.headers.get('retry-after')).toBe('600');
    }
    expect(new Set(statuses)).toEqual(new Set([202, 429]));
    expect((await sizeOfEvents()) - before).toBeLessThan(600_000);
    expect((await sizeOfEvents()) - before).toBeGreaterThan(200_000);

    expect((await report(await aVisit(), [anEvent()], '198.52.0.9')).status).toBe(202);
    advance(600_000);
    expect((await report(await aVisit(), [anEvent()], '198.51.0.9')).status).toBe(202);
  });

  it('of one IP are rejected before its wide network has used its budget', async () => {
    const before = await sizeOfEvents();
    const statuses: number[] = [];
    for (let at = 0; at < 40; at++)
      statuses.push((await report(createCookieJar(), many(7, large), '203.51.7.9')).status);
    expect(new Set(statuses)).toEqual(new Set([202, 429]));
    // A fifth of 500,000, and the last batch.
    expect((await sizeOfEvents()) - before).toBeLessThan(120_000);
    expect((await report(await aVisit(), [anEvent()], '203.51.7.10')).status).toBe(202);
  });

  /** The seconds after which an IP may report again, or null if its events are stored. */
  const rejection = async (ip: string) => {
    const response = await report(createCookieJar(), many(7, large), ip);
    return response.status === 429 ? response.headers.get('retry-after') : null;
  };
  const firstRefusal = async (ip: string) => {
    for (;;) {
      const seconds = await rejection(ip);
      if (seconds !== null) return seconds;
    }
  };

  it('of an IP and a wide network that have used their budgets are rejected until both are renewed', async () => {
    expect(await rejection('204.51.1.9')).toBeNull();
    advance(300_000);
    expect(await firstRefusal('204.51.2.9')).toBe('600');
    let site = 3;
    while ((await firstRefusal(`204.51.${site}.9`)) === '600') site++;
    expect(await rejection('204.51.250.9')).toBe('300');
    expect(await rejection('204.51.2.9')).toBe('600');
  });

  it('of an IP and its network that have used their budgets are rejected until both are renewed', async () => {
    expect(await rejection('207.51.1.8')).toBeNull();
    advance(300_000);
    expect(await rejection('207.51.1.9')).toBeNull();
    advance(300_000);
    expect(await firstRefusal('207.51.1.9')).toBe('300');
    for (const ip of ['207.51.1.10', '207.51.1.11', '207.51.1.12'])
      expect(await firstRefusal(ip)).toBe('600');
    expect(await rejection('207.51.1.9')).toBe('600');
  });

  it('of a network that has used its budget are stored again at once if the clock is set back', async () => {
    const statusOf = async () => (await report(createCookieJar(), many(7, large), '205.51.7.9')).status;
    while ((await statusOf()) !== 429);
    advance(-600_000);
    expect(await statusOf()).toBe(202);
    while ((await statusOf()) !== 429);
    advance(600_000);
    expect(await statusOf()).toBe(202);
  });

  /** Reports as much as the network of an IP may store. */
  async function exhaust(ip: string) {
    for (let batches = 0; batches < 1000; batches++)
      if ((await report(createCookieJar(), many(7, large), ip)).status === 429) return;
    throw new Error('the network has no budget');
  }
  const choicesOf = async (visitId: string) =>
    (
      await db()
        .selectFrom('consents')
        .select('choice')
        .where('visit_id', '=', visitId)
        .orderBy('received_at')
        .execute()
    ).map(({ choice }) => choice);

  it('leave a visitor the withdrawal of their consent, and no new one, if the network has used its budget', async () => {
    const address = '206.51.7.9';
    const browser = startBrowser(app, clock, { address });
    await browser.choose('granted');
    await browser.report({ name: 'ViewContent' });
    expect(await conversionsOf(browser)).toHaveLength(1);
    await exhaust(address);
    advance(1000);
    await browser.choose('denied');
    expect(await choicesOf(browser.visitId())).toEqual(['granted', 'denied']);
    expect(await conversionsOf(browser)).toEqual([]);
    advance(1000);
    await browser.choose('granted');
    expect(await choicesOf(browser.visitId())).toEqual(['granted', 'denied']);
  });

  it.each([
    ['a cookie', '207.51.7.9', { cookie: 'consent=denied.1767225600000.1' }],
    ['Global Privacy Control', '209.51.7.9', { 'sec-gpc': '1' }],
  ])(
    'of a network that has used its budget leave no space for refusals by %s of visits of which nothing is sent',
    async (_, address, headers) => {
      await exhaust(address);
      const countDecisions = async () =>
        (await db().selectFrom('consents').select('visit_id').execute()).length;
      const before = await countDecisions();
      for (let visits = 0; visits < 50; visits++) {
        const sent = { method: 'POST', headers: { 'x-forwarded-for': address, ...headers } };
        expect((await app.request('/api/consent', sent)).status).toBe(204);
      }
      expect(await countDecisions()).toBe(before);
    },
  );

  it('leave a visitor the first refusal while a conversion waits, even if the network has used its budget', async () => {
    const address = '208.51.7.9';
    const browser = startBrowser(app, clock, { address });
    await browser.report({ name: 'ViewContent' });
    expect(await conversionsOf(browser)).toHaveLength(1);
    await exhaust(address);
    await browser.choose('denied');
    expect(await choicesOf(browser.visitId())).toEqual(['denied']);
    expect(await conversionsOf(browser)).toEqual([]);
  });

  it('that are rejected are counted in the metrics, by the budget that is used up', async () => {
    const rejected = async () => {
      const response = await app.request('/metrics', {
        headers: { authorization: `Bearer ${testOperatorToken}` },
      });
      const counts = (await response.text()).matchAll(
        /^event_batches_rejected_total{budget="(\w+)"} (\d+)$/gm,
      );
      return new Map([...counts].map(([, budget, value]) => [budget, Number(value)]));
    };
    const before = await rejected();
    const one = await aVisit();
    for (let batches = 0; batches < 5; batches++)
      expect((await report(one, many(10, { name: 'ViewContent' }))).status).toBe(202);
    for (let again = 0; again < 2; again++)
      expect((await report(one, many(11, { name: 'ViewContent' }))).status).toBe(429);
    let networkRejections = 0;
    for (let batches = 0; networkRejections === 0 && batches < 1000; batches++)
      if ((await report(createCookieJar(), many(7, large), '205.51.7.9')).status === 429) networkRejections++;
    const after = await rejected();
    expect((after.get('visit') ?? 0) - (before.get('visit') ?? 0)).toBe(2);
    expect((after.get('network') ?? 0) - (before.get('network') ?? 0)).toBe(1);
  });

  it('get the catalog’s value and the visit’s currency, regardless of what the browser sends', async () => {
    const jar = await aVisit('EUR');
    const forged = { name: 'ViewContent', contentName: 'FREE', valueMinor: 1, currency: 'USD' } as const;
    await report(jar, [anEvent({ ...forged, contentId: 'plan3' })]);
    const { priceMinor, name } = plans.plan3;
    expect(await conversionsOf(jar)).toMatchObject([
      { valueMinor: priceMinor, currency: 'EUR', contentId: 'plan3', contentName: name },
    ]);
    const [stored] = await storedOf(jar);
    expect(JSON.parse(stored?.payload ?? '')).not.toHaveProperty('valueMinor');
    expect(JSON.parse(stored?.payload ?? '')).not.toHaveProperty('currency');
  });

  it('have no value if they do not concern a plan', async () => {
    const jar = await aVisit('USD');
    const about = [{ contentId: 'plan99' }, { contentId: 'constructor' }, {}];
    for (const over of about)
      await report(jar, [anEvent({ name: 'ViewContent', valueMinor: 99_999, currency: 'EUR', ...over })]);
    const conversions = await conversionsOf(jar);
    expect(conversions).toHaveLength(about.length);
    for (const conversion of conversions) {
      expect(conversion).not.toHaveProperty('valueMinor');
      expect(conversion.currency).toBe('USD');
    }
  });

  it('get the promotional price until the visitor’s offer has ended, and the full price from then on', async () => {
    const enforced = await startTestApp({
      database: app.context.database,
      clock,
      environment: {
        OFFER_EXPIRY: 'enforce',
        AD_TRACKING_URL: receiver.origin,
        AD_TRACKING_TOKEN: 'token',
      },
    });
    const jar = await aVisit();
    const headers = { cookie: jar.header() };
    const valuesAfterView = async () => {
      const event = anEvent({ name: 'ViewContent', contentId: 'plan1' });
      expect((await enforced.post('/api/events', { events: [event] }, headers)).status).toBe(202);
      return new Set((await conversionsOf(jar)).map(({ valueMinor }) => valueMinor));
    };
    expect(await valuesAfterView()).toEqual(new Set([693]));
    await enforced.post('/api/offer', { remainingMs: 1 }, headers);
    expect(await valuesAfterView()).toEqual(new Set([693]));
    advance(1);
    expect(await valuesAfterView()).toEqual(new Set([693, 1386]));
    await enforced.close();
  });

  it('cannot be a purchase', async () => {
    const jar = await aVisit();
    const purchase = { ...anEvent(), name: 'Purchase', contentId: 'plan2', valueMinor: 1 };
    const response = await app.post('/api/events', { events: [purchase] }, { cookie: jar.header() });
    expect(response.status).toBe(422);
    expect(await storedOf(jar)).toEqual([]);
  });
});
