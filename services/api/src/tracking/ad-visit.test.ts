import { randomUUID } from 'node:crypto';

import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { hashEmail, hashEmailForGoogle } from '../platform/emails/hash-email.ts';
import { removedEmail } from '../platform/emails/removed-email.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { startAdPlatforms, startBrowser } from './ad-journey.testkit.ts';
import type { AdDestinationName } from './destinations/ad-destinations.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const email = 'A.da@gmail.com';

/** A page view as the shell reports it. */
const pageView = (path: string, at: number) => ({
  id: randomUUID(),
  name: 'PageView',
  at,
  path,
  setId: 'set-1',
});

describeOnEachEngine('the visit of an ad', (open) => {
  let platforms: Awaited<ReturnType<typeof startAdPlatforms>>;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    platforms = await startAdPlatforms();
    funnel = await startPaidFunnel(await open(), { ...platforms.environment, TRUST_PROXY: '1' });
  });
  afterEach(() => {
    platforms.calls.length = 0;
    platforms.state.status = null;
    platforms.state.body = null;
  });
  afterAll(async () => {
    await funnel.close();
    await platforms.close();
  });

  const aBrowser = (options?: Parameters<typeof startBrowser>[2]) =>
    startBrowser(funnel.app, funnel.clock, options);
  /** The bodies that a destination received, in the order of their events. */
  async function bodiesAt(name: AdDestinationName, { app }: PaidFunnel = funnel) {
    await platforms.deliver(app);
    const bodies = platforms
      .received()
      .filter(({ destination }) => destination === name)
      .map(({ call }) => JSON.parse(call.body));
    return bodies.sort((one, other) => timeOf(one) - timeOf(other));
  }
  const timeOf = (body: { timestamp_micros?: number; data?: { event_time: number }[] }) =>
    body.timestamp_micros ?? body.data?.[0]?.event_time ?? 0;
  const eventsOf = (bodies: { events: { name: string }[] }[]) =>
    bodies.map(({ events }) => events.map(({ name }) => name));

  it('tells GA4 its campaign and click id once a session, and starts a session after 30 idle minutes', async () => {
    const browser = aBrowser();
    await browser.get('/?utm_id=77&utm_source=google&utm_campaign=spring&gclid=Cj0K');
    const startedAt = String(Math.floor(funnel.clock() / 1000));
    for (let view = 0; view < 3; view++) {
      funnel.advance(20 * minuteMs);
      await browser.report({ name: 'PageView', path: '/step-1' });
    }
    funnel.advance(30 * minuteMs + 1000);
    const restartedAt = String(Math.floor(funnel.clock() / 1000));
    await browser.report({ name: 'PageView', path: '/step-2' });

    const bodies = await bodiesAt('ga4');
    expect(eventsOf(bodies)).toEqual([
      ['campaign_details', 'page_view'],
      ['page_view'],
      ['page_view'],
      ['campaign_details', 'page_view'],
    ]);
    expect(bodies.map(({ events }) => events[0].params.session_id)).toEqual([
      ...Array(3).fill(startedAt),
      restartedAt,
    ]);
    expect(bodies[0].events[0].params).toEqual({
      session_id: startedAt,
      engagement_time_msec: 1,
      page_location: `${funnel.app.origin}/step-1?gclid=Cj0K`,
      campaign_id: '77',
      campaign: 'spring',
      source: 'google',
    });
  });

  it('has a session at GA4 even if that is the only platform', async () => {
    const { GA4_MEASUREMENT_ID, GA4_API_SECRET, GA4_API_BASE } = platforms.environment;
    const settings = { GA4_MEASUREMENT_ID, GA4_API_SECRET, GA4_API_BASE, TRUST_PROXY: '1' };
    const only = await startPaidFunnel(funnel.app.context.database, settings);
    const browser = startBrowser(only.app, only.clock);
    await browser.get('/');
    await browser.report({ name: 'PageView', path: '/step-1' });
    await platforms.deliver(only.app);
    const [view] = platforms.received();
    expect(JSON.parse(view?.call.body ?? '').events[0].params.session_id).toBe(
      String(Math.floor(only.clock() / 1000)),
    );
    await only.close();
  });

  describe('that has to consent', () => {
    let consenting: PaidFunnel;
    beforeAll(async () => {
      const settings = { ...platforms.environment, TRUST_PROXY: '1', CONSENT: 'required' };
      consenting = await startPaidFunnel(funnel.app.context.database, settings);
    });
    afterAll(() => consenting.close());

    it.each([
      ['before the consent', { isLate: false }],
      ['after the consent', { isLate: true }],
    ])(
      'tells GA4 its campaign and click id, if the page view that it left without consent arrived %s',
      async (_, { isLate }) => {
        const browser = startBrowser(consenting.app, consenting.clock);
        await browser.get('/?utm_source=google&utm_campaign=spring&gclid=Cj0K');
        const landedAt = consenting.clock();
        const reportLanding = () => browser.report({ name: 'PageView', path: '/', at: landedAt });
        if (!isLate) await reportLanding();
        consenting.advance(100);
        await browser.choose('granted');
        consenting.advance(900);
        if (isLate) await reportLanding();
        await browser.report({ name: 'PageView', path: '/step-1' });
        consenting.advance(minuteMs);
        await browser.report({ name: 'PageView', path: '/stats-slide' });

        const bodies = await bodiesAt('ga4', consenting);
        expect(eventsOf(bodies)).toEqual([['campaign_details', 'page_view'], ['page_view']]);
        expect(bodies[0].events[0].params).toMatchObject({
          page_location: `${consenting.app.origin}/step-1?gclid=Cj0K`,
          campaign: 'spring',
          source: 'google',
        });
      },
    );

    it('tells GA4 its campaign once, if page views from before and after the consent arrive together', async () => {
      const browser = startBrowser(consenting.app, consenting.clock);
      await browser.get('/?utm_campaign=spring');
      const landing = pageView('/', consenting.clock());
      consenting.advance(100);
      await browser.choose('granted');
      consenting.advance(100);
      await browser.post('/api/events', { events: [pageView('/step-1', consenting.clock()), landing] });
      consenting.advance(minuteMs);
      await browser.report({ name: 'PageView', path: '/stats-slide' });
      expect(eventsOf(await bodiesAt('ga4', consenting))).toEqual([
        ['campaign_details', 'page_view'],
        ['page_view'],
      ]);
    });
  });

  it('carries the hashed email on every event after it is known, by the rules of each ad platform', async () => {
    const browser = aBrowser();
    await browser.get('/');
    await browser.report({ name: 'PageView', path: '/step-17' });
    funnel.advance(minuteMs);
    await browser.submitEmail(email);
    funnel.advance(minuteMs);
    await browser.report({ name: 'PageView', path: '/final' });

    const plain = hashEmail('a.da@gmail.com');
    expect((await bodiesAt('meta')).map(({ data }) => data[0].user_data.em)).toEqual([
      undefined,
      [plain],
      [plain],
    ]);
    expect((await bodiesAt('tiktok')).map(({ data }) => data[0].user.email)).toEqual([
      undefined,
      plain,
      plain,
    ]);
    const google = { sha256_email_address: [hashEmailForGoogle('ada@gmail.com')] };
    const atGoogle = await bodiesAt('ga4');
    expect(atGoogle.map(({ user_data }) => user_data)).toEqual([undefined, google, google]);
    expect(atGoogle[0].user_id).toBeUndefined();
    expect(atGoogle[1].user_id).toMatch(/^[0-9a-f]{32}$/);
    expect(atGoogle[2].user_id).toBe(atGoogle[1].user_id);
  });

  it('carries no email that another visitor has left at the checkout', async () => {
    const [browser, other] = [aBrowser(), aBrowser()];
    await other.openCheckout('other@example.com');
    funnel.advance(minuteMs);
    await browser.report({ name: 'PageView', path: '/' });
    const views = (await bodiesAt('meta')).filter(({ data }) => data[0].event_name === 'PageView');
    expect(views.map(({ data }) => data[0].user_data.em)).toEqual([undefined]);
  });

  it('carries nothing in place of an email that was removed after its time', async () => {
    const browser = aBrowser();
    await browser.openCheckout('gone@example.com');
    const { db } = funnel.app.context.database;
    // As the retention leaves what nobody has paid.
    await db.deleteFrom('leads').where('visit_id', '=', browser.visitId()).execute();
    await db
      .updateTable('checkout_sessions')
      .set({ email: removedEmail })
      .where('visit_id', '=', browser.visitId())
      .execute();
    await browser.report({ name: 'PageView', path: '/' });
    const views = (await bodiesAt('meta')).filter(({ data }) => data[0].event_name === 'PageView');
    expect(views.map(({ data }) => data[0].user_data.em)).toEqual([undefined]);
  });

  it.each([
    ['de-AT,de;q=0.9', 'de-AT'],
    ['*', undefined],
    ['not_a_language', undefined],
  ])('of a browser with the languages %s has the locale %s at TikTok', async (languages, locale) => {
    await aBrowser({ languages }).report({ name: 'PageView', path: '/' });
    expect((await bodiesAt('tiktok')).map(({ data }) => data[0].user.locale)).toEqual([locale]);
  });

  it('carries TikTok’s own cookie if it is one, and at most 500 characters of the browser’s name', async () => {
    const browser = aBrowser({ agent: 'B'.repeat(600) });
    await browser.get('/');
    for (const ttp of [null, '2aXZ_ttp-cookie', 'not a cookie of TikTok']) {
      if (ttp) browser.cookies.set('_ttp', encodeURIComponent(ttp));
      funnel.advance(minuteMs);
      await browser.report({ name: 'PageView', path: '/step-1' });
    }
    const users = (await bodiesAt('tiktok')).map(({ data }) => data[0].user);
    expect(users.map(({ ttp }) => ttp)).toEqual([undefined, '2aXZ_ttp-cookie', undefined]);
    expect(users[0].user_agent).toBe('B'.repeat(500));
  });

  it('carries the email that it left last, with a lead or at the checkout', async () => {
    const browser = aBrowser();
    await browser.get('/');
    const steps = [
      () => browser.submitEmail('first@example.com'),
      () => browser.openCheckout('second@example.com'),
      () => browser.submitEmail('third@example.com'),
    ];
    for (const step of steps) {
      funnel.advance(minuteMs);
      await step();
      funnel.advance(minuteMs);
      await browser.report({ name: 'PageView', path: '/final' });
    }
    const views = (await bodiesAt('meta')).filter(({ data }) => data[0].event_name === 'PageView');
    expect(views.map(({ data }) => data[0].user_data.em)).toEqual(
      ['first', 'second', 'third'].map((name) => [hashEmail(`${name}@example.com`)]),
    );
  });

  it('sends the lead that a checkout makes of its buyer', async () => {
    await aBrowser().openCheckout('buyer@example.com');
    await platforms.deliver(funnel.app);
    const leads = platforms.received().filter(({ event }) => ['Lead', 'generate_lead'].includes(event));
    const receivers = leads.map(({ destination }) => destination);
    expect(receivers.toSorted()).toEqual(['ad-platform', 'ga4', 'meta', 'tiktok']);
  });

  it('starts one session with several page views that arrive together', async () => {
    const browser = aBrowser();
    await browser.get('/?utm_campaign=spring');
    await browser.post('/api/events', {
      events: [pageView('/', funnel.clock()), pageView('/step-1', funnel.clock())],
    });
    const names = eventsOf(await bodiesAt('ga4')).flat();
    expect(names.filter((name) => name === 'campaign_details')).toHaveLength(1);
    expect(names.filter((name) => name === 'page_view')).toHaveLength(2);
  });

  it('keeps the ids of its browser for 90 days, and its last click on an ad at Meta', async () => {
    const browser = aBrowser();
    await browser.get('/?fbclid=IwAR0');
    await browser.report({ name: 'PageView' });
    await platforms.deliver(funnel.app);
    funnel.advance(89 * dayMs);
    await browser.get('/?utm_source=newsletter');
    await browser.report({ name: 'PageView' });
    const [first, later] = (await bodiesAt('meta')).map(({ data }) => data[0].user_data);
    expect(first.fbp).toMatch(/^fb\.1\.\d{13}\.\d{10}$/);
    expect(first.fbc).toMatch(/^fb\.1\.\d{13}\.IwAR0$/);
    expect([later.fbp, later.fbc]).toEqual([first.fbp, first.fbc]);
  });

  it.each([
    ['refused', { hasGpcSignal: false }],
    ['refused by Global Privacy Control', { hasGpcSignal: true }],
  ])('sends nothing and stores no id if it was %s', async (_, { hasGpcSignal }) => {
    const browser = aBrowser({ hasGpcSignal });
    if (!hasGpcSignal) await browser.choose('denied');
    await browser.get('/?utm_source=google&gclid=Cj0K&fbclid=IwAR0');
    await browser.report({ name: 'PageView' });
    await browser.submitEmail(email);
    expect(browser.cookies.has('browser-ids')).toBe(false);
    for (const name of ['meta', 'tiktok', 'ga4'] as const) expect(await bodiesAt(name)).toEqual([]);
  });

  it.each([
    ['meta', '{"error":{"code":190}}', '{"events_received":1}'],
    ['tiktok', '{"code":40105}', '{"code":0}'],
  ] as const)(
    'is not lost by a dead token of %s, and is sent with the next one',
    async (name, dead, alive) => {
      const browser = aBrowser();
      await browser.get('/');
      platforms.state.body = dead;
      await browser.report({ name: 'PageView' });
      await bodiesAt(name);
      platforms.calls.length = 0;
      for (let day = 0; day < 4; day++) {
        funnel.advance(dayMs);
        await bodiesAt(name);
      }
      // Longer than repeats are recognized, but nothing was accepted and nothing was attempted again.
      expect(await bodiesAt(name)).toEqual([]);
      platforms.state.body = alive;
      const token = { META_ACCESS_TOKEN: 'next', TIKTOK_ACCESS_TOKEN: 'next' };
      const { context } = funnel.app;
      await platforms.deliver({
        ...funnel.app,
        context: { ...context, config: { ...context.config, ...token } },
      });
      expect(platforms.received().filter(({ destination }) => destination === name)).toHaveLength(1);
      const rows = await context.database.db
        .selectFrom('outbox')
        .select('state')
        .where('visit_id', '=', browser.visitId())
        .where('destination', '=', name)
        .execute();
      expect(rows).toEqual([{ state: 'delivered' }]);
    },
  );
});
