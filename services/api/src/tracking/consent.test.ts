import { randomUUID } from 'node:crypto';

import { consentTextVersion, type ConsentChoice } from '@funnel/contracts/consent';

import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { adDestinationNames, startAdPlatforms, startBrowser } from './ad-journey.testkit.ts';
import { recordBrowserEvents } from './record-browser-events.ts';

const modes = ['implied', 'required'] as const;
type Mode = (typeof modes)[number];
const browserTrace = {
  origin: 'https://quiz.example.com',
  address: '203.0.113.7',
  agent: 'Browser/1',
  attribution: {},
  currency: 'USD',
} as const;
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
  const notified = async (mode: Mode) => {
    await platforms.deliver(funnelOf(mode).app);
    return platforms.notified().map(({ event }) => event);
  };
  async function pay({ api, send, settle }: PaidFunnel, sessionId: string) {
    api.complete(sessionId);
    await send('checkout.session.completed', sessionId);
    await settle();
  }

  const yes = consentTextVersion;
  const matrix: [Mode, ConsentChoice | null, number, boolean, number][] = [];
  for (const hasGpcSignal of [false, true]) {
    const heard = (isTold: boolean) => (isTold && !hasGpcSignal ? 1 : 0);
    matrix.push(
      ['implied', null, yes, hasGpcSignal, heard(true)],
      ['implied', 'granted', yes, hasGpcSignal, heard(true)],
      ['implied', 'denied', yes, hasGpcSignal, heard(false)],
      ['required', null, yes, hasGpcSignal, heard(false)],
      ['required', 'granted', yes, hasGpcSignal, heard(true)],
      ['required', 'granted', yes + 1, hasGpcSignal, heard(false)],
      ['required', 'denied', yes, hasGpcSignal, heard(false)],
    );
  }

  it.each(matrix)(
    '%s, choice %s to words %d, privacy control %s: ad platforms hear %d of each',
    async (mode, choice, textVersion, hasGpcSignal, count) => {
      const funnel = funnelOf(mode);
      const browser = startBrowser(funnel.app, funnel.clock, { hasGpcSignal });
      await browser.get(landing);
      if (choice) await browser.choose(choice, textVersion);
      await browser.report({ name: 'InitiateCheckout', contentId: 'plan2', valueMinor: 1999 });
      await browser.leaveEmail('ada@example.com');
      const sessionId = await browser.openCheckout('ada@example.com');
      await pay(funnel, sessionId);

      const events = await notified(mode);
      for (const name of ['InitiateCheckout', 'Lead', 'Purchase'])
        expect(events.filter((event) => event === name)).toHaveLength(count * (name === 'Lead' ? 3 : 4));
      // Whatever the visitor chose: the lead, the sale and our own figures are there.
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

  it('is stored with its time and the version of the words, whenever it changes', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    const startMs = clock();
    for (const choice of ['granted', null, 'denied', 'granted'] as const) {
      expect((await browser.choose(choice)).status).toBe(204);
      for (let times = 0; times < 2; times++) await browser.report({ name: 'PageView' });
      advance(1000);
    }
    const kept = (await decisions(browser.visitId())).map(({ choice, at, text_version, received_at }) => [
      choice,
      at - startMs,
      received_at - startMs,
      text_version,
    ]);
    expect(kept).toEqual([
      ['granted', 0, 0, yes],
      ['withdrawn', 1000, 1000, yes],
      ['denied', 2000, 2000, yes],
      ['granted', 3000, 3000, yes],
    ]);
    await notified('required');
  });

  it('taken back stops what waits, and the purchase of the checkout that is open', async () => {
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
    await notified('required');
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

  it('taken back counts for a checkout of before too, should it be stored only after a crash', async () => {
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
    expect(await notified('required')).toEqual([]);
  });

  it('taken back is not undone by a request that was under way with the old choice', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    await browser.choose('granted');
    const old = browser.cookies.get('consent') ?? '';
    advance(1000);
    await browser.choose('denied');
    browser.cookies.set('consent', old);
    await browser.report({ name: 'PageView' });
    expect(await notified('required')).toEqual([]);
    expect((await decisions(browser.visitId())).map(({ choice }) => choice)).toEqual(['granted', 'denied']);
  });

  it('taken back after a request was let in, and before it is stored, holds', async () => {
    const { app, clock, advance } = funnelOf('required');
    const browser = startBrowser(app, clock);
    await browser.choose('granted');
    advance(1000);
    await browser.choose('denied');
    const event = { id: randomUUID(), name: 'PageView', at: clock(), path: '/', setId: '' } as const;
    const trace = { ...browserTrace, consent: 'granted' } as const;
    await recordBrowserEvents(app.context, [event], {
      visitId: browser.visitId(),
      countedSet: null,
      loadedSet: null,
      network: '203.0.0.0/16',
      hasPromotionalPrice: true,
      trace,
    });
    expect(await db().selectFrom('events').select('id').where('id', '=', event.id).execute()).toHaveLength(1);
    expect(await notified('required')).toEqual([]);
  });

  it('that nobody was asked for is none once it is required', async () => {
    const before = startBrowser(funnelOf('implied').app, funnelOf('implied').clock);
    await before.report({ name: 'ViewContent' });
    const funnel = funnelOf('required');
    const buyer = startBrowser(funnel.app, funnel.clock);
    const sessionId = await buyer.openCheckout('ada@example.com');
    const implied = { ad_trace: JSON.stringify({ ...browserTrace, consent: 'implied' }) };
    await db().updateTable('checkout_sessions').set(implied).where('id', '=', sessionId).execute();
    await pay(funnel, sessionId);
    expect(await notified('required')).toEqual([]);
    const deliveriesOf = (visitId: string) =>
      db().selectFrom('outbox').select(['state', 'last_error']).where('visit_id', '=', visitId).execute();
    expect(await deliveriesOf(buyer.visitId())).toEqual([]);
    expect(await deliveriesOf(before.visitId())).toContainEqual({
      state: 'dead',
      last_error: 'the visitor was not asked',
    });
  });

  it('given while the checkout is open lets its purchase be told', async () => {
    const funnel = funnelOf('required');
    const browser = startBrowser(funnel.app, funnel.clock);
    await browser.get(landing);
    const sessionId = await browser.openCheckout('ada@example.com');
    await browser.choose('granted');
    await pay(funnel, sessionId);
    expect(await notified('required')).toContain('Purchase');
    expect(platforms.calls.find(({ path }) => path.startsWith('/meta'))?.body).toContain('IwAR0');
  });

  describe('where a visitor came from', () => {
    const kept = (lines: readonly string[]) => lines.filter((line) => line.startsWith('attribution=')).at(-1);
    const visit = (mode: Mode, hasGpcSignal = false) => {
      const { app, clock } = funnelOf(mode);
      return startBrowser(app, clock, { hasGpcSignal });
    };

    it('is kept for 30 days where consent is implied, out of reach of scripts', async () => {
      const browser = visit('implied');
      await browser.get(landing);
      expect(kept(browser.setCookies)).toMatch(
        /^attribution=utm_source=meta&fbc=fb\.1\.\d+\.IwAR0; path=\/; expires=.*; samesite=lax; httponly$/,
      );
    });

    it('is held for the session until there is a yes, then kept', async () => {
      const browser = visit('required');
      await browser.get(landing);
      expect(kept(browser.setCookies)).not.toContain('expires');
      await browser.choose('granted');
      expect(kept(browser.setCookies)).toContain('expires');
    });

    it.each(['denied', null] as const)('is dropped after %s', async (choice) => {
      const browser = visit('required');
      await browser.get(landing);
      await browser.choose(choice);
      expect(browser.cookies.has('attribution')).toBe(false);
    });

    it.each(modes)('is not kept at all of a browser with privacy control (%s)', async (mode) => {
      const browser = visit(mode, true);
      await browser.get(landing);
      expect(kept(browser.setCookies)).toBeUndefined();
    });
  });
});
