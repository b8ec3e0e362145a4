import { consentTextVersion, type ConsentChoice } from '@funnel/contracts/consent';

import { aLead } from '../leads/a-lead.testkit.ts';
import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import {
  adDestinationNames,
  browserContext,
  recordConsentedView,
  startAdPlatforms,
  startBrowser,
} from './ad-journey.testkit.ts';

const modes = ['implied', 'required'] as const;
const dayMs = 24 * 3_600_000;
type Mode = (typeof modes)[number];
const landing = '/?utm_source=meta&fbclid=IwAR0';

describeOnEachEngine('consent', (open) => {
  let platforms: Awaited<ReturnType<typeof startAdPlatforms>>;
  const funnels = new Map<Mode, PaidFunnel>();
  const funnelOf = (mode: Mode): PaidFunnel => {
    const funnel = funnels.get(mode);
    if (!funnel) throw new Error('not started');
    return funnel;
  };
  beforeAll(async () => {
    platforms = await startAdPlatforms();
    const database = await open();
    for (const CONSENT of modes)
      funnels.set(CONSENT, await startPaidFunnel(database, { ...platforms.environment, CONSENT }));
  });
  afterEach(() => {
    platforms.calls.length = 0;
  });
  afterAll(async () => {
    for (const funnel of funnels.values()) await funnel.close();
    await platforms.close();
  });

  const db = () => funnelOf('required').app.context.database.db;
  const decisions = (visitId: string) =>
    db().selectFrom('consents').selectAll().where('visit_id', '=', visitId).orderBy('received_at').execute();
  const deliveredEvents = async (mode: Mode) => {
    await platforms.deliver(funnelOf(mode).app);
    return platforms.received().map(({ event }) => event);
  };
  async function pay({ api, send, processEvents }: PaidFunnel, sessionId: string) {
    api.complete(sessionId);
    await send('checkout.session.completed', sessionId);
    await processEvents();
  }

  const currentVersion = consentTextVersion;
  const matrix: [Mode, ConsentChoice | null, number, boolean, number][] = [];
  for (const hasGpcSignal of [false, true]) {
    const expectedCount = (isAllowed: boolean) => (isAllowed && !hasGpcSignal ? 1 : 0);
    matrix.push(
      ['implied', null, currentVersion, hasGpcSignal, expectedCount(true)],
      ['implied', 'granted', currentVersion, hasGpcSignal, expectedCount(true)],
      ['implied', 'denied', currentVersion, hasGpcSignal, expectedCount(false)],
      ['required', null, currentVersion, hasGpcSignal, expectedCount(false)],
      ['required', 'granted', currentVersion, hasGpcSignal, expectedCount(true)],
      ['required', 'granted', currentVersion + 1, hasGpcSignal, expectedCount(false)],
      ['required', 'denied', currentVersion, hasGpcSignal, expectedCount(false)],
    );
  }

  it.each(matrix)(
    'in mode %s with choice %s, text version %d and GPC %s, ad platforms receive %d of each event',
    async (mode, choice, textVersion, hasGpcSignal, count) => {
      const funnel = funnelOf(mode);
      const browser = startBrowser(funnel.app, funnel.clock, { hasGpcSignal });
      await browser.get(landing);
      if (choice) await browser.choose(choice, textVersion);
      await browser.submitEmail('ada@example.com');
      const sessionId = await browser.openCheckout('ada@example.com');
      await pay(funnel, sessionId);

      const events = await deliveredEvents(mode);
      for (const name of ['InitiateCheckout', 'Lead', 'Purchase'])
        expect(events.filter((event) => event === name)).toHaveLength(count * (name === 'Lead' ? 3 : 4));
      // The lead, the purchase and our own events are stored regardless of the choice.
      const own = await db()
        .selectFrom('events')
        .select('name')
        .where('visit_id', '=', browser.visitId())
        .orderBy('name')
        .execute();
      expect(own.map(({ name }) => name)).toEqual(['InitiateCheckout', 'Lead', 'Purchase']);
      const session = await browser.get(`/api/checkout-sessions/${sessionId}`);
      expect(await session.json()).toMatchObject({ status: 'paid' });
    },
  );

  it('is stored with its time and text version on every change', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    const startMs = clock();
    for (const choice of ['granted', null, 'denied', 'granted'] as const) {
      expect((await browser.choose(choice)).status).toBe(204);
      for (let times = 0; times < 2; times++) await browser.report({ name: 'PageView' });
      advance(1000);
    }
    const storedDecisions = (await decisions(browser.visitId())).map(
      ({ choice, at, text_version, received_at }) => [
        choice,
        at - startMs,
        received_at - startMs,
        text_version,
      ],
    );
    expect(storedDecisions).toEqual([
      ['granted', 0, 0, currentVersion],
      ['withdrawn', 1000, 1000, currentVersion],
      ['denied', 2000, 2000, currentVersion],
      ['granted', 3000, 3000, currentVersion],
    ]);
    await deliveredEvents('required');
  });

  it('with GPC is stored once as a refusal, and a refusal of the visitor as they gave it', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock, { hasGpcSignal: true });
    for (let times = 0; times < 2; times++) {
      await browser.report({ name: 'PageView' });
      advance(1000);
    }
    await browser.choose('denied', currentVersion + 1);
    const stored = await decisions(browser.visitId());
    expect(stored.map(({ choice, text_version }) => [choice, text_version])).toEqual([
      ['denied', currentVersion],
      ['denied', currentVersion + 1],
    ]);
  });

  it('when withdrawn, is stored with the text version to which the visitor had consented', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    await browser.choose('granted', currentVersion + 1);
    advance(1000);
    await browser.choose(null);
    const stored = await decisions(browser.visitId());
    expect(stored.map(({ choice, text_version }) => [choice, text_version])).toEqual([
      ['granted', currentVersion + 1],
      ['withdrawn', currentVersion + 1],
    ]);
  });

  it('that is implied is not withdrawn by a browser that loses its cookies', async () => {
    const { app, clock } = funnelOf('implied');
    const browser = startBrowser(app, clock);
    await browser.choose('granted');
    await browser.choose(null);
    expect((await decisions(browser.visitId())).map(({ choice }) => choice)).toEqual(['granted']);
  });

  it('that is refused in the same millisecond is a second decision', async () => {
    const { app, clock } = funnelOf('required');
    const browser = startBrowser(app, clock);
    await browser.choose('granted');
    await browser.choose('denied');
    const stored = await decisions(browser.visitId());
    expect(stored.map(({ choice }) => choice).toSorted()).toEqual(['denied', 'granted']);
  });

  it('is stored once, whatever time a repeated cookie states', async () => {
    const { app, clock } = funnelOf('required');
    const browser = startBrowser(app, clock);
    for (let at = 0; at < 5; at += 1) {
      browser.cookies.set('consent', `denied.${clock() + at}.${consentTextVersion}`);
      await browser.report({ name: 'PageView' });
    }
    expect(await decisions(browser.visitId())).toHaveLength(1);
  });

  it('is stored 20 times in an hour at most, and not sent to ad platforms from then on', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    for (let at = 0; at < 15; at += 1)
      for (const choice of ['granted', 'denied'] as const) {
        advance(1000);
        await browser.choose(choice);
      }
    expect(await decisions(browser.visitId())).toHaveLength(20);
    await browser.choose('granted');
    await browser.report({ name: 'ViewContent' });
    expect(await deliveredEvents('required')).toEqual([]);
    advance(3_600_000);
    await browser.choose('granted');
    await browser.report({ name: 'ViewContent' });
    expect(await deliveredEvents('required')).toHaveLength(adDestinationNames.length);
  });

  it('that is refused is stored 20 times in an hour at most, whatever text version a repeated cookie states', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    for (let textVersion = 1; textVersion <= 30; textVersion += 1) {
      advance(1000);
      browser.cookies.set('consent', `denied.${clock()}.${textVersion}`);
      await browser.report({ name: 'PageView' });
    }
    expect(await decisions(browser.visitId())).toHaveLength(20);
  });

  it('when given, sends no event and no lead from before, although they arrive later', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    const beforeMs = clock();
    advance(500);
    await browser.choose('granted');
    await browser.report({ name: 'ViewContent', at: beforeMs });
    const lead = aLead({ email: 'ada@example.com', timestamp: new Date(beforeMs).toISOString() });
    expect((await browser.post('/api/leads', lead)).status).toBe(202);
    expect(await deliveredEvents('required')).toEqual([]);
    await browser.report({ name: 'ViewContent' });
    expect(await deliveredEvents('required')).toHaveLength(adDestinationNames.length);
    const own = await db()
      .selectFrom('events')
      .select('name')
      .where('visit_id', '=', browser.visitId())
      .execute();
    expect(own).toHaveLength(3);
  });

  it('when withdrawn, deletes waiting conversions and prevents the purchase event of an open checkout', async () => {
    const funnel = funnelOf('required');
    const browser = startBrowser(funnel.app, funnel.clock);
    const other = startBrowser(funnel.app, funnel.clock);
    for (const visitor of [browser, other]) {
      await visitor.choose('granted');
      await visitor.report({ name: 'ViewContent' });
    }
    const sessionId = await browser.openCheckout('ada@example.com');
    funnel.advance(1000);
    await browser.choose(null);
    await pay(funnel, sessionId);
    await deliveredEvents('required');
    expect(platforms.calls).toHaveLength(adDestinationNames.length);
    const left = await db()
      .selectFrom('outbox')
      .select('id')
      .where('visit_id', '=', browser.visitId())
      .execute();
    expect(left).toEqual([]);
    expect((await decisions(browser.visitId())).map(({ choice }) => choice)).toEqual([
      'granted',
      'withdrawn',
    ]);
  });

  it('when withdrawn, also applies to a checkout session that is stored later because of a crash', async () => {
    const funnel = funnelOf('required');
    const browser = startBrowser(funnel.app, funnel.clock);
    await browser.choose('granted');
    const sessionId = await browser.openCheckout('ada@example.com');
    const ofSession = db().selectFrom('checkout_sessions').select('ad_trace').where('id', '=', sessionId);
    const opened = await ofSession.executeTakeFirstOrThrow();
    expect(opened.ad_trace).toContain('Browser/1');
    funnel.advance(1000);
    await browser.choose('denied');
    expect(await ofSession.executeTakeFirst()).toEqual({ ad_trace: null });
    await db().updateTable('checkout_sessions').set(opened).where('id', '=', sessionId).execute();
    await pay(funnel, sessionId);
    expect(await deliveredEvents('required')).toEqual([]);
  });

  it('when withdrawn, is not restored by a concurrent request with the old choice', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    await browser.choose('granted');
    const old = browser.cookies.get('consent') ?? '';
    advance(1000);
    await browser.choose('denied');
    browser.cookies.set('consent', old);
    await browser.report({ name: 'PageView' });
    expect(await deliveredEvents('required')).toEqual([]);
    expect((await decisions(browser.visitId())).map(({ choice }) => choice)).toEqual(['granted', 'denied']);
  });

  it('when withdrawn while a request is being processed, prevents its conversions', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    await browser.choose('granted');
    advance(1000);
    await browser.choose('denied');
    const id = await recordConsentedView({ app, clock }, browser.visitId());
    expect(await db().selectFrom('events').select('id').where('id', '=', id).execute()).toHaveLength(1);
    expect(await deliveredEvents('required')).toEqual([]);
  });

  it('that was only implied is not sufficient once consent is required', async () => {
    const before = startBrowser(funnelOf('implied').app, funnelOf('implied').clock);
    await before.report({ name: 'ViewContent' });
    const funnel = funnelOf('required');
    const buyer = startBrowser(funnel.app, funnel.clock);
    const sessionId = await buyer.openCheckout('ada@example.com');
    const implied = { ad_trace: JSON.stringify({ ...browserContext, consent: 'implied' }) };
    await db().updateTable('checkout_sessions').set(implied).where('id', '=', sessionId).execute();
    await pay(funnel, sessionId);
    expect(await deliveredEvents('required')).toEqual([]);
    const deliveriesOf = (visitId: string) =>
      db().selectFrom('outbox').select(['state', 'last_error']).where('visit_id', '=', visitId).execute();
    expect(await deliveriesOf(buyer.visitId())).toEqual([]);
    expect(await deliveriesOf(before.visitId())).toContainEqual({
      state: 'dead',
      last_error: 'the visitor was not asked',
    });
  });

  it('granted during an open checkout allows its purchase event', async () => {
    const funnel = funnelOf('required');
    const browser = startBrowser(funnel.app, funnel.clock);
    await browser.get(landing);
    const sessionId = await browser.openCheckout('ada@example.com');
    await browser.choose('granted');
    await pay(funnel, sessionId);
    expect(await deliveredEvents('required')).toContain('Purchase');
    expect(platforms.calls.find(({ path }) => path.startsWith('/meta'))?.body).toContain('IwAR0');
  });

  describe('attribution', () => {
    const lastAttribution = (lines: readonly string[]) =>
      lines.filter((line) => line.startsWith('attribution=')).at(-1);
    const idCookies = (lines: readonly string[]) => lines.filter((line) => line.startsWith('browser-ids='));
    const visit = (mode: Mode, hasGpcSignal = false) => {
      const { app, clock } = funnelOf(mode);
      return startBrowser(app, clock, { hasGpcSignal });
    };

    it('is stored for 30 days in an HttpOnly cookie if consent is implied', async () => {
      const browser = visit('implied');
      await browser.get(landing);
      expect(lastAttribution(browser.setCookies)).toMatch(
        /^attribution=utm_source=meta&fbc=fb\.1\.\d+\.IwAR0&at=\d+; path=\/; expires=.*; samesite=lax; httponly$/,
      );
    });

    it('is stored for the browser session until consent is granted, then for 30 days', async () => {
      const browser = visit('required');
      await browser.get(landing);
      expect(lastAttribution(browser.setCookies)).not.toContain('expires');
      await browser.choose('granted');
      expect(lastAttribution(browser.setCookies)).toContain('expires');
    });

    it('ends 30 days after its click, even if the visitor returns', async () => {
      const { advance } = funnelOf('implied');
      const browser = visit('implied');
      await browser.get(landing);
      advance(20 * dayMs);
      await browser.get('/');
      const [, expires = ''] = /expires=([^;]+)/.exec(lastAttribution(browser.setCookies) ?? '') ?? [];
      // The cookie's end is by the clock of the computer.
      expect(Math.round((Date.parse(expires) - Date.now()) / dayMs)).toBe(10);
      advance(10 * dayMs);
      await browser.report({ name: 'ViewContent' });
      await deliveredEvents('implied');
      expect(platforms.calls.find(({ path }) => path.startsWith('/ad-platform'))?.body).not.toContain('meta');
      await browser.get('/');
      expect(browser.cookies.has('attribution')).toBe(false);
    });

    it.each(['denied', null] as const)('is deleted after the choice %s', async (choice) => {
      const browser = visit('required');
      await browser.get(landing);
      await browser.choose(choice);
      expect(browser.cookies.has('attribution')).toBe(false);
    });

    it('is kept if consent is implied and no choice is made', async () => {
      const browser = visit('implied');
      await browser.get(landing);
      await browser.choose(null);
      expect(browser.cookies.has('attribution')).toBe(true);
    });

    it.each(modes)('is not stored for a browser that sends GPC (%s)', async (mode) => {
      const browser = visit(mode, true);
      await browser.get(landing);
      expect(lastAttribution(browser.setCookies)).toBeUndefined();
      expect(idCookies(browser.setCookies)).toEqual([]);
    });

    it('is stored beside the ids of the browser, which are out of reach of scripts and deleted after a refusal', async () => {
      const browser = visit('implied');
      await browser.get(landing);
      await browser.choose('denied');
      const [stored, deleted] = idCookies(browser.setCookies);
      expect(stored).toMatch(
        /^browser-ids=fbp=fb\.1\.\d+\.\d+&.*; path=\/; expires=.*; samesite=lax; httponly$/,
      );
      expect(deleted).toBe(
        'browser-ids=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; httponly',
      );
      expect(browser.cookies.has('browser-ids')).toBe(false);
    });
  });
});
