import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { describeOnEachEngine, startReceiver } from '../platform/service.testkit.ts';
import { startAdPlatforms, startBrowser } from '../tracking/ad-journey.testkit.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What one buyer causes at each destination. */
const caused = [
  'ad-platform InitiateCheckout',
  'ad-platform Lead',
  'ad-platform Purchase',
  'ad-tracking InitiateCheckout',
  'ad-tracking Purchase',
  'app-webhook checkout',
  'app-webhook subscription',
  'ga4 begin_checkout',
  'ga4 generate_lead',
  'ga4 purchase',
  'lead-webhook lead',
  'meta InitiateCheckout',
  'meta Lead',
  'meta Purchase',
  'tiktok InitiateCheckout',
  'tiktok Lead',
  'tiktok Purchase',
];

describeOnEachEngine('a delivery', (open) => {
  let platforms: Awaited<ReturnType<typeof startAdPlatforms>>;
  let webhooks: Awaited<ReturnType<typeof startReceiver>>;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    platforms = await startAdPlatforms();
    webhooks = await startReceiver(() => ({ status: platforms.state.status ?? 200 }));
    funnel = await startPaidFunnel(await open(), {
      ...platforms.environment,
      TRUST_PROXY: '1',
      LEAD_WEBHOOK_URL: `${webhooks.origin}/lead-webhook`,
      APP_WEBHOOK_URL: `${webhooks.origin}/app-webhook`,
      APP_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    });
  });
  beforeEach(async () => {
    const { db } = funnel.app.context.database;
    for (const table of ['outbox', 'breakers'] as const) await db.deleteFrom(table).execute();
    platforms.state.status = null;
    clearCalls();
  });
  afterAll(async () => {
    await funnel.close();
    await Promise.all([platforms.close(), webhooks.close()]);
  });

  const clearCalls = () => {
    platforms.calls.length = 0;
    webhooks.calls.length = 0;
  };
  const deliver = () => platforms.deliver(funnel.app);
  /** What was received since the calls were cleared, sorted: each destination with its event or kind of webhook. */
  const received = () =>
    [
      ...platforms.received().map(({ destination, event }) => `${destination} ${event}`),
      ...webhooks.calls.map(
        ({ path, headers }) => `${path.slice(1)} ${String(headers['webhook-id']).split('_')[0]}`,
      ),
    ].sort();
  /** A visitor leaves an email and buys. */
  async function buy() {
    const browser = startBrowser(funnel.app, funnel.clock);
    await browser.get('/api/config?currency=EUR');
    await browser.submitEmail('ada@example.com');
    const sessionId = await browser.openCheckout('ada@example.com');
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
    expect(await funnel.processEvents()).toBe(1);
  }

  it('of every kind comes late, once, after its receiver was unavailable for a day', async () => {
    platforms.state.status = 503;
    await buy();
    for (let hour = 0; hour < 24; hour++) {
      await deliver();
      funnel.advance(hourMs);
    }
    // Every delivery was attempted, and none was accepted.
    const attempted = new Set(received());
    expect([...attempted]).toEqual(caused);
    clearCalls();
    platforms.state.status = null;
    // After the first accepted delivery of a destination, the others follow within two minutes.
    for (let minute = 0; minute <= 2; minute++) {
      await deliver();
      funnel.advance(60_000);
    }
    expect(received()).toEqual(caused);
    funnel.advance(dayMs);
    await deliver();
    expect(received()).toEqual(caused);
  });

  it('of every kind comes late, once, if no worker ran for longer than repeats are allowed', async () => {
    await buy();
    funnel.advance(2 * dayMs);
    await deliver();
    expect(received()).toEqual(caused);
    funnel.advance(dayMs);
    await deliver();
    expect(received()).toEqual(caused);
  });

  it.each(['lead-webhook lead', 'app-webhook subscription'])(
    'to %s comes late, once, if no worker ran for six days',
    async (delivery) => {
      await buy();
      funnel.advance(6 * dayMs);
      await deliver();
      funnel.advance(dayMs);
      await deliver();
      expect(received().filter((one) => one === delivery)).toEqual([delivery]);
    },
  );

  it('whose first attempt comes after six days, and fails, is attempted again, and accepted once', async () => {
    await buy();
    funnel.advance(6 * dayMs);
    platforms.state.status = 503;
    await deliver();
    clearCalls();
    platforms.state.status = null;
    for (let hour = 0; hour < 3; hour++) {
      funnel.advance(hourMs);
      await deliver();
    }
    // Google Analytics takes no event that is older than three days.
    expect(received()).toEqual(caused.filter((delivery) => !delivery.startsWith('ga4')));
  });

  it('to an ad platform is not repeated 47 hours after its first attempt, however late that was', async () => {
    await buy();
    funnel.advance(2 * dayMs);
    platforms.state.status = 503;
    await deliver();
    clearCalls();
    platforms.state.status = null;
    funnel.advance(47 * hourMs + 1);
    await deliver();
    expect(received()).toEqual(['app-webhook checkout', 'app-webhook subscription', 'lead-webhook lead']);
  });
});
