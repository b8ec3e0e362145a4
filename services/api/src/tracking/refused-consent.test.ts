import { consentTextVersion } from '@funnel/contracts/consent';
import { sql } from 'kysely';

import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import type { Queries } from '../platform/database.ts';
import { describeOnEachEngine, previewCookieHeader, testOperatorToken } from '../platform/service.testkit.ts';
import { adDestinationNames, browserContext, startAdPlatforms, startBrowser } from './ad-journey.testkit.ts';
import { decisionsOf } from './consent-repository.ts';
import { recordEvents, serverEvent } from './record-events.ts';

describeOnEachEngine('the choice on ad platforms', (open, engine) => {
  let platforms: Awaited<ReturnType<typeof startAdPlatforms>>;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    platforms = await startAdPlatforms();
    const environment = {
      ...platforms.environment,
      CONSENT: 'required',
      LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/leads',
    };
    funnel = await startPaidFunnel(await open(), environment);
  });
  afterEach(() => {
    platforms.calls.length = 0;
    platforms.state.status = null;
  });
  afterAll(async () => {
    await funnel.close();
    await platforms.close();
  });

  const db = () => funnel.app.context.database.db;
  const aBrowser = (hasGpcSignal = false) => startBrowser(funnel.app, funnel.clock, { hasGpcSignal });
  const waitsForLock = async (trx: Queries) => {
    const { rows } = await sql`
      select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and not granted and datname = current_database()
    `.execute(trx);
    return rows.length > 0;
  };
  const outboxOf = (visitId: string) =>
    db().selectFrom('outbox').select(['kind', 'state']).where('visit_id', '=', visitId).execute();
  const sessionOf = (sessionId: string) =>
    db()
      .selectFrom('checkout_sessions')
      .select(['status', 'ad_trace'])
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
  async function pay(sessionId: string, how: 'paid' | 'unpaid', type = 'checkout.session.completed') {
    funnel.api.complete(sessionId, how);
    await funnel.send(type, sessionId);
    await funnel.processEvents();
  }

  it('withdrawn deletes dead conversions, so that no operator can redeliver them', async () => {
    const browser = aBrowser();
    await browser.choose('granted');
    await browser.report({ name: 'ViewContent' });
    // Status 400 is permanent at every destination that reports no code of its own.
    platforms.state.status = 400;
    await platforms.deliver(funnel.app);
    expect(await outboxOf(browser.visitId())).toContainEqual({ kind: 'conversion', state: 'dead' });
    platforms.state.status = null;
    platforms.calls.length = 0;
    funnel.advance(1000);
    await browser.choose('denied');
    for (const destination of adDestinationNames) {
      const request = { destination, state: 'dead' };
      const headers = { authorization: `Bearer ${testOperatorToken}` };
      expect((await funnel.app.post('/api/deliveries/redeliver', request, headers)).status).toBe(200);
    }
    await platforms.deliver(funnel.app);
    expect(platforms.received()).toEqual([]);
    expect(await outboxOf(browser.visitId())).toEqual([]);
  });

  it('withdrawn while another request stores a conversion leaves nothing to send', async () => {
    const browser = aBrowser();
    await browser.choose('granted');
    funnel.advance(1000);
    const visitId = browser.visitId();
    const isWithdrawn = async () => (await decisionsOf(db(), visitId))[0]?.choice === 'denied';
    const about = { id: 'a-late-view', name: 'ViewContent', visitId, setId: null } as const;
    const conversion = {
      ...about,
      atMs: funnel.clock(),
      url: 'https://quiz.example.com/final',
      currency: 'USD',
      trace: { ...browserContext, consent: 'granted' },
    } as const;
    const event = serverEvent(about, {}, funnel.clock());
    const withdrawal = await db()
      .transaction()
      .execute(async (trx) => {
        await recordEvents(funnel.app.context, trx, [{ event, conversion }]);
        let isAnswered = false;
        const response = browser.choose('denied').finally(() => (isAnswered = true));
        // On SQLite the choice waits until this transaction ends, and the database cannot be read before.
        while (engine === 'postgres' && !isAnswered && !(await waitsForLock(trx)));
        return { response };
      });
    expect((await withdrawal.response).status).toBe(204);
    expect(await isWithdrawn()).toBe(true);
    expect(await outboxOf(visitId)).toEqual([]);
  });

  it('withdrawn by a report that failed after it was stored leaves nothing to send once it is repeated', async () => {
    const browser = aBrowser();
    await browser.choose('granted');
    await browser.report({ name: 'ViewContent' });
    funnel.advance(1000);
    const visitId = browser.visitId();
    const refusal = { choice: 'denied', at: funnel.clock(), text_version: consentTextVersion } as const;
    await db()
      .insertInto('consents')
      .values({ visit_id: visitId, ...refusal, received_at: funnel.clock() })
      .execute();
    expect((await browser.choose('denied')).status).toBe(204);
    expect(await outboxOf(visitId)).toEqual([]);
  });

  it('withdrawn leaves the delivery of the lead itself', async () => {
    const browser = aBrowser();
    await browser.choose('granted');
    await browser.submitEmail('ada@example.com');
    funnel.advance(1000);
    await browser.choose('denied');
    expect(await outboxOf(browser.visitId())).toEqual([{ kind: 'lead', state: 'waiting' }]);
  });

  it('withdrawn leaves the open checkout of other visitors as it is', async () => {
    const [browser, other] = [aBrowser(), aBrowser()];
    for (const { choose } of [browser, other]) await choose('granted');
    const sessionId = await other.openCheckout('bob@example.com');
    funnel.advance(1000);
    await browser.choose('denied');
    expect(JSON.parse((await sessionOf(sessionId)).ad_trace ?? '')).toMatchObject({ agent: 'Browser/1' });
  });

  it('granted while a debit is pending allows the purchase event', async () => {
    const browser = aBrowser();
    const sessionId = await browser.openCheckout('ada@example.com');
    await pay(sessionId, 'unpaid');
    expect(await sessionOf(sessionId)).toEqual({ status: 'processing', ad_trace: null });
    await browser.choose('granted');
    await pay(sessionId, 'paid', 'checkout.session.async_payment_succeeded');
    await platforms.deliver(funnel.app);
    expect(platforms.received().map(({ event }) => event)).toContain('Purchase');
  });

  it('withdrawn while a debit is pending removes IP and browser from the checkout session', async () => {
    const browser = aBrowser();
    await browser.choose('granted');
    const sessionId = await browser.openCheckout('ada@example.com');
    await pay(sessionId, 'unpaid');
    funnel.advance(1000);
    await browser.choose('denied');
    expect(await sessionOf(sessionId)).toEqual({ status: 'processing', ad_trace: null });
  });

  it('granted is sent with the purchase, after which no IP and no browser stay with the checkout session', async () => {
    const browser = aBrowser();
    await browser.choose('granted');
    const sessionId = await browser.openCheckout('ada@example.com');
    await pay(sessionId, 'paid');
    expect(await sessionOf(sessionId)).toEqual({ status: 'paid', ad_trace: null });
    await platforms.deliver(funnel.app);
    const purchase = platforms
      .received()
      .find(({ destination, event }) => destination === 'meta' && event === 'Purchase');
    expect(JSON.parse(purchase?.call.body ?? '').data[0].user_data).toMatchObject({
      client_ip_address: '127.0.0.1',
      client_user_agent: 'Browser/1',
    });
  });

  it('withdrawn removes IP and browser also from a checkout session that has expired', async () => {
    const browser = aBrowser();
    await browser.choose('granted');
    const sessionId = await browser.openCheckout('ada@example.com');
    await db()
      .updateTable('checkout_sessions')
      .set({ status: 'expired' })
      .where('id', '=', sessionId)
      .execute();
    funnel.advance(1000);
    await browser.choose('denied');
    expect(await sessionOf(sessionId)).toEqual({ status: 'expired', ad_trace: null });
  });

  it('granted after the payment stores no IP and no browser with the paid checkout session', async () => {
    const browser = aBrowser();
    const sessionId = await browser.openCheckout('ada@example.com');
    await pay(sessionId, 'paid');
    await browser.choose('granted');
    expect(await sessionOf(sessionId)).toEqual({ status: 'paid', ad_trace: null });
  });

  it('is withdrawn by a browser that begins to send Global Privacy Control', async () => {
    const browser = aBrowser();
    await browser.choose('granted');
    await browser.report({ name: 'ViewContent' });
    funnel.advance(1000);
    const later = aBrowser(true);
    for (const [name, value] of browser.cookies) later.cookies.set(name, value);
    await later.get('/api/consent', { method: 'POST' });
    await platforms.deliver(funnel.app);
    expect(platforms.received()).toEqual([]);
    const decisions = await db()
      .selectFrom('consents')
      .select('choice')
      .where('visit_id', '=', browser.visitId())
      .orderBy('received_at')
      .execute();
    expect(decisions).toEqual([{ choice: 'granted' }, { choice: 'denied' }]);
  });

  it('granted sends nothing of a program that names itself a bot, whose lead is delivered', async () => {
    const bot = startBrowser(funnel.app, funnel.clock, { agent: 'Example-Crawler/2.0' });
    await bot.get('/?gclid=Cj0K');
    await bot.choose('granted');
    await bot.report({ name: 'PageView' });
    await bot.submitEmail('ada@example.com');
    await pay(await bot.openCheckout('ada@example.com'), 'paid');
    expect(await outboxOf(bot.visitId())).toEqual([{ kind: 'lead', state: 'waiting' }]);
    expect(bot.cookies.has('browser-ids')).toBe(false);
  });

  it('granted sends nothing from a preview', async () => {
    const browser = aBrowser();
    await browser.choose('granted');
    const [, preview = ''] = /=(.*)$/.exec(previewCookieHeader(funnel.app)) ?? [];
    browser.cookies.set('preview', preview);
    await browser.report({ name: 'ViewContent' });
    await platforms.deliver(funnel.app);
    expect(platforms.received()).toEqual([]);
    browser.cookies.delete('preview');
    await browser.report({ name: 'ViewContent' });
    await platforms.deliver(funnel.app);
    expect(platforms.received()).toHaveLength(adDestinationNames.length);
  });
});
