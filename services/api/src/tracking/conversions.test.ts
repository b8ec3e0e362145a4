import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { hashEmail } from '../platform/emails/hash-email.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { adDestinationNames, startAdPlatforms, startBrowser } from './ad-journey.testkit.ts';
import { eventIdOf } from './conversions/conversion.ts';

const email = 'Ada@Example.com';
const dayMs = 24 * 3_600_000;

describeOnEachEngine('conversions', (open) => {
  let platforms: Awaited<ReturnType<typeof startAdPlatforms>>;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    platforms = await startAdPlatforms();
    funnel = await startPaidFunnel(await open(), { ...platforms.environment, TRUST_PROXY: '1' });
  });
  afterEach(() => {
    platforms.calls.length = 0;
    platforms.state.status = null;
  });
  afterAll(async () => {
    await funnel.close();
    await platforms.close();
  });

  const aBrowser = () => startBrowser(funnel.app, funnel.clock);
  const deliver = () => platforms.deliver(funnel.app);
  const stored = (visitId: string) =>
    funnel.app.context.database.db.selectFrom('events').selectAll().where('visit_id', '=', visitId).execute();
  /** The destinations and the events that they received, sorted. */
  const deliveredEvents = () =>
    platforms
      .received()
      .map(({ destination, event }) => `${destination} ${event}`)
      .sort();

  it('stores no email that a browser reports in a path or an error', async () => {
    const browser = aBrowser();
    await browser.get('/');
    await browser.report({ name: 'PageView', path: '/vera.zq@example.com' });
    await browser.report({ name: 'PageView', path: '/step-1?email=vera.zq@example.com' });
    await browser.report({
      name: 'ScriptFailed',
      path: '/step-1',
      detail: 'Error: vera.zq%40example.com at x',
    });
    const events = (await stored(browser.visitId())).filter(({ payload }) => !payload.includes('"path":"/"'));
    expect(events.map(({ path }) => path).toSorted()).toEqual(['/[unusual]', '/[unusual]', '/step-1']);
    expect(JSON.stringify(events)).toContain('Error: [redacted] at x');
    expect(JSON.stringify(events)).not.toContain('vera');
    await deliver();
  });

  it('stores the wide network of a browser with its events, and no IP', async () => {
    const browser = aBrowser();
    await browser.get('/');
    await browser.report({ name: 'WebVital', measure: 900 });
    const events = await stored(browser.visitId());
    expect(events.map(({ network }) => network)).toEqual(['203.0.0.0/16']);
    expect(JSON.stringify(events)).not.toContain('203.0.113.7');
  });

  it('sends each event of an ad visitor to each destination once, from landing to purchase', async () => {
    const browser = aBrowser();
    await browser.get('/api/config?currency=EUR');
    await browser.get('/?utm_source=meta&utm_campaign=spring&fbclid=IwAR0', {
      headers: { referer: 'https://l.facebook.com/' },
    });
    const landedMs = funnel.clock();
    funnel.advance(60_000);
    await browser.report({ name: 'PageView', path: '/step-1' });
    await browser.report({
      name: 'ViewContent',
      path: '/info-3',
      contentName: 'Trading Information Page',
      contentId: 'info-step-3',
    });
    await browser.report({ name: 'Lead', path: '/step-17' });
    await browser.submitEmail(email, 3);
    await browser.report({
      name: 'InitiateCheckout',
      path: '/checkout',
      contentName: '4-WEEK PLAN',
      contentId: 'plan2',
      valueMinor: 1999,
      currency: 'EUR',
    });
    await browser.report({ name: 'WebVital', measure: 900 });
    const sessionId = await browser.openCheckout(email);
    expect(await browser.openCheckout(email)).toBe(sessionId);
    funnel.advance(90_000);
    const paidAtMs = funnel.clock();
    funnel.api.complete(sessionId);
    for (const type of ['checkout.session.completed', 'checkout.session.async_payment_succeeded'])
      for (let times = 0; times < 2; times++) await funnel.send(type, sessionId);
    await funnel.processEvents();
    funnel.advance(400_000);
    await funnel.reconcileSession();
    await browser.get(`/api/checkout-sessions/${sessionId}`);
    await deliver();

    expect(deliveredEvents()).toEqual(
      [
        ...['PageView', 'ViewContent', 'Lead', 'InitiateCheckout', 'Purchase'].flatMap((event) => [
          `meta ${event}`,
          `tiktok ${event === 'PageView' ? 'Pageview' : event}`,
          `ad-platform ${event}`,
        ]),
        ...['page_view', 'view_item', 'generate_lead', 'begin_checkout', 'purchase'].map(
          (event) => `ga4 ${event}`,
        ),
        ...['ViewContent', 'InitiateCheckout', 'Purchase'].map((event) => `ad-tracking ${event}`),
      ].sort(),
    );
    const undelivered = funnel.app.context.database.db
      .selectFrom('outbox')
      .select(['destination', 'last_error'])
      .where('visit_id', '=', browser.visitId())
      .where('kind', '=', 'conversion')
      .where('state', '!=', 'delivered');
    expect(await undelivered.execute()).toEqual([]);
    const names = (await stored(browser.visitId())).map(({ name }) => name).sort();
    expect(names).toEqual(['InitiateCheckout', 'Lead', 'PageView', 'Purchase', 'ViewContent', 'WebVital']);

    const sentTo = (destination: string, name: string) =>
      JSON.parse(
        platforms.received().find(({ event, ...call }) => event === name && call.destination === destination)
          ?.call.body ?? '{}',
      );
    expect(sentTo('meta', 'InitiateCheckout').data[0]).toMatchObject({
      event_id: eventIdOf('InitiateCheckout', sessionId),
      event_source_url: `${funnel.app.origin}/checkout`,
      user_data: { em: [hashEmail('ada@example.com')] },
      custom_data: { value: 19.99, currency: 'EUR', content_name: '4-WEEK PLAN' },
    });
    expect(sentTo('meta', 'Lead').data[0]).toMatchObject({
      event_source_url: `${funnel.app.origin}/step-17`,
    });

    const purchase = platforms
      .received()
      .find(({ event, destination }) => event === 'Purchase' && destination === 'meta');
    expect(JSON.parse(purchase?.call.body ?? '{}').data[0]).toMatchObject({
      event_id: eventIdOf('Purchase', sessionId),
      event_time: Math.floor(paidAtMs / 1000),
      event_source_url: `${funnel.app.origin}/payment-success`,
      user_data: {
        em: [hashEmail('ada@example.com')],
        client_ip_address: '203.0.113.7',
        client_user_agent: 'Browser/1',
        fbc: `fb.1.${landedMs}.IwAR0`,
      },
      custom_data: { value: 19.99, currency: 'EUR' },
    });
    const atPlatform = platforms
      .received()
      .find(({ event, destination }) => event === 'Purchase' && destination === 'ad-platform');
    expect(JSON.parse(atPlatform?.call.body ?? '{}').properties).toMatchObject({
      utm_source: 'meta',
      utm_campaign: 'spring',
      referrer: 'l.facebook.com',
      order_id: sessionId,
    });
    for (const { call } of platforms.received()) {
      expect(`${call.path} ${call.body} ${JSON.stringify(call.headers)}`).not.toMatch(/ada(@|%40)example/i);
      expect(`${call.path} ${call.body}`).not.toContain(browser.visitId());
    }
  });

  it('names the currency of the session, and the offer as the page of a payment form in a dialog', async () => {
    const settings = { ...platforms.environment, CHECKOUT_PRESENTATION: 'dialog' };
    const inDialog = await startPaidFunnel(funnel.app.context.database, settings);
    const browser = startBrowser(inDialog.app, inDialog.clock);
    await browser.get('/api/config?currency=USD');
    const sessionId = await browser.openCheckout(email);
    await platforms.deliver(inDialog.app);
    const sent = platforms
      .received()
      .find(({ event, destination }) => event === 'InitiateCheckout' && destination === 'meta');
    expect(JSON.parse(sent?.call.body ?? '{}').data[0]).toMatchObject({
      event_source_url: `${inDialog.app.origin}/final`,
      custom_data: { value: 19.99, currency: 'USD' },
    });
    const lead = platforms
      .received()
      .find(({ event, destination }) => event === 'Lead' && destination === 'ad-platform');
    expect(JSON.parse(lead?.call.body ?? '{}').properties.url).toBe(`${inDialog.app.origin}/final`);
    const opened = (await stored(browser.visitId())).find(({ name }) => name === 'InitiateCheckout');
    expect(JSON.parse(opened?.payload ?? '{}')).toEqual({
      valueMinor: 1999,
      currency: 'USD',
      contentId: 'plan2',
      contentName: '4-WEEK PLAN',
      checkoutSessionId: sessionId,
    });
    await inDialog.close();
  });

  it('records one Purchase per session, even if webhook events, checks and the buyer’s page process it at once', async () => {
    const [reconciled, concurrent] = [aBrowser(), aBrowser()];
    const sessions = [await reconciled.openCheckout(email), await concurrent.openCheckout(email)] as const;
    for (const sessionId of sessions) funnel.api.complete(sessionId);
    funnel.advance(400_000);
    for (let times = 0; times < 3; times++) await funnel.send('checkout.session.completed', sessions[1]);
    await Promise.all([
      funnel.processEvents(),
      funnel.reconcileSession(),
      funnel.reconcileSession(),
      concurrent.get(`/api/checkout-sessions/${sessions[1]}`),
    ]);
    await deliver();
    for (const browser of [reconciled, concurrent])
      expect((await stored(browser.visitId())).filter(({ name }) => name === 'Purchase')).toHaveLength(1);
    const ids = platforms.received().map(({ eventId }) => eventId);
    for (const sessionId of sessions)
      expect(ids.filter((id) => id === eventIdOf('Purchase', sessionId))).toHaveLength(5);
  });

  it('uses the same event id at every destination and on every attempt', async () => {
    const browser = aBrowser();
    const id = await browser.report({ name: 'ViewContent', contentId: 'plan2', valueMinor: 1999 });
    platforms.state.status = 503;
    await deliver();
    platforms.state.status = null;
    funnel.advance(3_600_000);
    await deliver();
    const received = platforms.received().map(({ destination, eventId }) => `${destination} ${eventId}`);
    expect(received.sort()).toEqual(
      adDestinationNames.flatMap((name) => [`${name} ${id}`, `${name} ${id}`]).sort(),
    );
    const [first, again] = platforms.received().filter(({ destination }) => destination === 'meta');
    expect(again?.call.body).toBe(first?.call.body);
  });

  it.each(['', 'x'.repeat(101)])(
    'sends no content that ad platforms reject for good, such as "%s"',
    async (content) => {
      await aBrowser().report({ name: 'ViewContent', contentId: content, contentName: content });
      await deliver();
      expect(platforms.received()).toHaveLength(adDestinationNames.length);
      const { db } = funnel.app.context.database;
      expect(
        await db.selectFrom('outbox').select('last_error').where('state', '=', 'dead').execute(),
      ).toEqual([]);
    },
  );

  it('stores a repeated event and its deliveries once, in one batch or two', async () => {
    const browser = aBrowser();
    const event = { name: 'ViewContent', path: '/info-3', setId: 'set-1', at: funnel.clock() } as const;
    const id = await browser.report(event);
    await browser.post('/api/events', {
      events: [
        { ...event, id },
        { ...event, id },
      ],
    });
    await deliver();
    expect(await stored(browser.visitId())).toHaveLength(1);
    expect(platforms.received()).toHaveLength(adDestinationNames.length);
  });

  it.each([
    ['a minute ago', -60_000, -60_000],
    ['23 hours ago', -23 * 3_600_000, -23 * 3_600_000],
    ['in an hour', 3_600_000, 0],
    ['two days ago', -2 * dayMs, 0],
  ])('uses the reported time only if it is plausible: %s', async (_, reportedMs, expectedMs) => {
    await aBrowser().report({ name: 'PageView', at: funnel.clock() + reportedMs });
    await deliver();
    const received = platforms.received().find(({ destination }) => destination === 'meta');
    expect(JSON.parse(received?.call.body ?? '{}').data[0].event_time).toBe(
      Math.floor((funnel.clock() + expectedMs) / 1000),
    );
  });

  it.each([
    ['/step-1', '/step-1'],
    ['/ada@example.com', '/'],
    ['/final?email=ada@example.com', '/'],
    ['//elsewhere.example', '/'],
    ['//elsewhere/step-1', '/'],
    ['//', '/'],
  ])('reports the page %s as %s', async (path, named) => {
    await aBrowser().report({ name: 'PageView', path });
    await deliver();
    const received = platforms.received().find(({ destination }) => destination === 'tiktok');
    expect(JSON.parse(received?.call.body ?? '{}').data[0].page).toEqual({
      url: `${funnel.app.origin}${named}`,
    });
  });

  it('is sent to Meta within seven days or not at all', async () => {
    await aBrowser().report({ name: 'PageView' });
    funnel.advance(7 * dayMs + 1);
    await deliver();
    expect(platforms.received()).toEqual([]);
    const rows = await funnel.app.context.database.db
      .selectFrom('outbox')
      .select(['destination', 'state', 'last_error'])
      .where('state', '=', 'dead')
      .execute();
    expect(rows).toContainEqual({ destination: 'meta', state: 'dead', last_error: 'older than 7 days' });
  });
});
