import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import { sql } from 'kysely';

import { startVisit, startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct } from '../releases/release.testkit.ts';

const offerMs = 597_000;
/** How long a test waits for a row that the service stores after its response. */
const waitMs = 20_000;
const promotional = 1999;
const full = 3999;

describeOnEachEngine('the offer', (open) => {
  let database: Database;
  let funnel: PaidFunnel;

  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database, { OFFER_EXPIRY: 'enforce', TRUST_PROXY: '1' });
    await promote(clientOf(funnel.app), await publishProduct(funnel.app));
  });
  const others: TestApp[] = [];
  afterAll(() => Promise.all([funnel, ...others].map((one) => one.close())));

  /** Starts a second instance of the service, as a replica or with other settings. */
  async function startOther(options: Pick<Parameters<typeof startTestApp>[0], 'database' | 'environment'>) {
    const app = await startTestApp({ clock: funnel.clock, ...options });
    others.push(app);
    return app;
  }

  const newEmail = () => `${randomUUID()}@example.com`;

  /** Starts a visit at the offer. Each has its own email by default, and all are from one network. */
  async function begin(email = newEmail(), app = funnel.app, address = '203.0.113.7') {
    const visit = await startVisit(app);
    const { cookie, visitId } = visit;
    const from = { 'x-forwarded-for': address };
    return {
      email,
      visitId,
      cookie,
      /** Reports the remaining time that the page shows. Returns the remaining time of the service. */
      async show(remainingMs = offerMs, at = app): Promise<number> {
        const response = await at.post('/api/offer', { remainingMs }, { cookie, ...from });
        expect(response.status).toBe(200);
        return (await response.json()).remainingMs;
      },
      async submitEmail() {
        expect((await app.post('/api/leads', aLead({ email }), { cookie, ...from })).status).toBe(202);
      },
      /** Returns the price of the 4-week plan, with these additional cookies. */
      async price(others = '') {
        const cookies = others ? `${cookie}; ${others}` : cookie;
        const response = await visit.post({ email }, { cookie: cookies, ...from });
        return (await response.json()).amountMinor;
      },
    };
  }

  /** Waits for the deadline of a visit that requested the offer's document, because it is stored asynchronously. */
  async function storedDeadline(visitId: string): Promise<number> {
    const endMs = performance.now() + waitMs;
    while (performance.now() < endMs) {
      const query = database.db.selectFrom('offers').select('deadline_at').where('visit_id', '=', visitId);
      const row = await query.executeTakeFirst();
      if (row) return row.deadline_at;
      await setImmediate();
    }
    throw new Error('no deadline was stored');
  }

  it('ends 9:57 after the first view, regardless of further views', async () => {
    const visit = await begin();
    expect(await visit.show()).toBe(offerMs);
    funnel.advance(120_000);
    expect(await visit.show()).toBe(offerMs - 120_000);
    funnel.advance(offerMs - 120_001);
    expect(await visit.show()).toBe(1);
    funnel.advance(1);
    expect(await visit.show()).toBe(0);
    funnel.advance(86_400_000);
    expect(await visit.show()).toBe(0);
  });

  it('ends earlier for a page that shows less time, and never later', async () => {
    const visit = await begin();
    await visit.show();
    expect(await visit.show(60_000)).toBe(60_000);
    expect(await visit.show(300_000)).toBe(60_000);
    expect(await visit.price()).toBe(promotional);
    expect(await visit.show(0)).toBe(0);
    expect(await visit.show()).toBe(0);
    expect(await visit.price()).toBe(full);
  });

  it.each([
    ['no cookie', () => ''],
    ['a forged cookie', () => `offer-deadline=${funnel.clock() + offerMs}`],
    ['a cookie far in the future', () => 'offer-deadline=999999999999999'],
    ['a cookie that is not a number', () => 'offer-deadline=never'],
    ['the correct cookie', () => `offer-deadline=${funnel.clock()}`],
  ])('costs the promotional price before its end and the full price after it, with %s', async (_, cookie) => {
    const visit = await begin();
    await visit.show();
    funnel.advance(offerMs - 1);
    expect(await visit.price(cookie())).toBe(promotional);
    funnel.advance(1);
    expect(await visit.price(cookie())).toBe(full);
    expect(await visit.price()).toBe(full);
  });

  it('starts with the document if the browser does not report its view', async () => {
    const visit = await begin();
    const page = await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await storedDeadline(visit.visitId)).toBe(funnel.clock() + offerMs);
    funnel.advance(offerMs);
    expect(await visit.price()).toBe(full);
  });

  it('is not stored for requests without a visit, so that they cannot fill the table', async () => {
    const offers = () => database.db.selectFrom('offers').select('visit_id').execute();
    const before = await offers();
    for (let at = 0; at < 5; at++) expect((await funnel.app.request('/final')).status).toBe(200);
    const visit = await begin();
    await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    await storedDeadline(visit.visitId);
    expect(await offers()).toHaveLength(before.length + 1);
  });

  it('starts with documents only up to a limit per IP, and beyond it with the first view', async () => {
    const limited = await startOther({
      database,
      environment: { OFFER_EXPIRY: 'enforce', RATE_LIMIT_PER_MINUTE: '3' },
    });
    // PostgreSQL counts the requests of the tests before this one, too.
    if (database.engine === 'postgres') await sql`delete from rate_limits`.execute(database.db);
    const visits = await Promise.all(Array.from({ length: 6 }, () => begin(newEmail(), limited)));
    for (const { cookie } of visits.slice(1))
      expect((await limited.request('/final', { headers: { cookie } })).status).toBe(200);
    const started = () =>
      database.db
        .selectFrom('offers')
        .select('visit_id')
        .where(
          'visit_id',
          'in',
          visits.map(({ visitId }) => visitId),
        )
        .execute();
    const endMs = performance.now() + waitMs;
    while (performance.now() < endMs && (await started()).length < 3) await setImmediate();
    expect(await visits[0]?.show(offerMs, limited)).toBe(offerMs);
    expect(await started()).toHaveLength(4);
  });

  it('starts with the first view if it follows the document shortly, and only once', async () => {
    const visit = await begin();
    await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    await storedDeadline(visit.visitId);
    funnel.advance(5_000);
    expect(await visit.show()).toBe(offerMs);
    funnel.advance(5_000);
    await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    expect(await visit.show()).toBe(offerMs - 5_000);
  });

  it('starts with the document if the first view is reported much later', async () => {
    const visit = await begin();
    await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    await storedDeadline(visit.visitId);
    funnel.advance(30_000);
    expect(await visit.show()).toBe(offerMs - 30_000);
  });

  it('lasts at the checkout as long as the page shows, even if the page took a while to load', async () => {
    const visit = await begin();
    await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    await storedDeadline(visit.visitId);
    funnel.advance(20_000);
    expect(await visit.show()).toBe(offerMs);
    funnel.advance(offerMs - 1);
    expect(await visit.price()).toBe(promotional);
    funnel.advance(1);
    expect(await visit.price()).toBe(full);
  });

  it('starts with the first checkout session if the visit has not seen the offer', async () => {
    const visit = await begin();
    expect(await visit.price()).toBe(promotional);
    funnel.advance(offerMs);
    expect(await visit.price()).toBe(full);
  });

  it('cannot be paid in a form that was left open until long after its end', async () => {
    const visit = await startVisit(funnel.app);
    const checkAll = async () => {
      while ((await funnel.reconcileSession()) > 0);
    };
    const statusOf = (sessionId: string) => funnel.api.sessions.get(sessionId)?.status;
    const early = await visit.open({ email: newEmail() });
    expect(early.amountMinor).toBe(promotional);
    const openForMinutes = async () => {
      let minutes = 0;
      while (statusOf(early.sessionId) === 'open' && minutes < 120) {
        funnel.advance(60_000);
        minutes++;
        await checkAll();
      }
      return minutes;
    };
    expect(await openForMinutes()).toBe(35);

    const late = await visit.open({ email: newEmail() });
    expect(late.amountMinor).toBe(full);
    funnel.advance(60 * 60_000);
    await checkAll();
    expect(statusOf(late.sessionId)).toBe('open');
  });

  it('cannot be paid long after its end in a form that the provider opened after it', async () => {
    const visit = await startVisit(funnel.app);
    const email = newEmail();
    await funnel.app.post('/api/offer', { remainingMs: 5_000 }, { cookie: visit.cookie });
    funnel.api.hooks.whenCreated = async () => {
      funnel.advance(6_000);
      funnel.api.hooks.whenCreated = async () => {};
    };
    const { sessionId, amountMinor } = await visit.open({ email });
    expect(amountMinor).toBe(promotional);
    const statusAfter = async (minutes: number) => {
      funnel.advance(minutes * 60_000);
      while ((await funnel.reconcileSession()) > 0);
      return funnel.api.sessions.get(sessionId)?.status;
    };
    expect(await statusAfter(6)).toBe('open');
    expect(await statusAfter(30)).toBe('expired');
    expect((await visit.open({ email })).amountMinor).toBe(full);
  });

  it('does not end a form that was opened after it, even if the full price has been raised since', async () => {
    const visit = await startVisit(funnel.app);
    await funnel.app.post('/api/offer', { remainingMs: 1_000 }, { cookie: visit.cookie });
    funnel.advance(30 * 60_000);
    const { sessionId, amountMinor } = await visit.open({ email: newEmail() });
    expect(amountMinor).toBe(full);
    // As if the full price had been lower when the form was opened.
    await database.db
      .updateTable('checkout_sessions')
      .set({ amount_minor: full - 500 })
      .where('id', '=', sessionId)
      .execute();
    funnel.advance(60 * 60_000);
    while ((await funnel.reconcileSession()) > 0);
    expect(funnel.api.sessions.get(sessionId)?.status).toBe('open');
  });

  it('that was paid in time stays paid', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open({ email: newEmail() });
    funnel.api.complete(sessionId);
    funnel.advance(60 * 60_000);
    while ((await funnel.reconcileSession()) > 0);
    expect(await visit.read(sessionId)).toMatchObject({ status: 'paid' });
  });

  it('is linked to an email and to a keyed hash of its network, and not to the IP', async () => {
    const visit = await begin();
    await visit.submitEmail();
    const links = await database.db
      .selectFrom('offer_emails')
      .selectAll()
      .where('visit_id', '=', visit.visitId)
      .execute();
    // Without the key, the SHA-256 of an IPv4 address can be guessed.
    const guessed = createHash('sha256').update('203.0.113.7').digest('hex');
    expect(links).toMatchObject([{ network: expect.stringMatching(/^[\da-f]{64}$/) }]);
    expect(links.map(({ network }) => network)).not.toContain(guessed);
  });

  it('does not restart for an email in a new visit, regardless of its case', async () => {
    const first = await begin();
    await first.show();
    expect(await first.price()).toBe(promotional);
    funnel.advance(offerMs);
    const again = await begin(` ${first.email.toUpperCase()} `);
    expect(await again.show()).toBe(offerMs);
    expect(await again.price()).toBe(full);
    expect(await again.show()).toBe(0);
    expect(await (await begin()).price()).toBe(promotional);
  });

  it('does not restart for an email that was submitted only in the quiz', async () => {
    const first = await begin();
    await first.submitEmail();
    await first.show();
    funnel.advance(offerMs);
    const again = await begin(first.email);
    await again.submitEmail();
    expect(await again.price()).toBe(full);
    expect(await again.show()).toBe(0);
    const straight = await begin(first.email);
    expect(await straight.price()).toBe(full);
  });

  it('is not ended by a stranger who knows the email, and reveals nothing to a stranger', async () => {
    const owner = await begin();
    await owner.show();
    await owner.submitEmail();
    funnel.advance(60_000);
    const stranger = await begin(owner.email);
    expect(await stranger.show(0)).toBe(0);
    await stranger.submitEmail();
    expect(await owner.show()).toBe(offerMs - 60_000);
    expect(await owner.price()).toBe(promotional);
    const curious = await begin(owner.email);
    await curious.submitEmail();
    expect(await curious.show()).toBe(offerMs);
  });

  it('is not started by a stranger in another network who knows the email, and cannot restart in its own', async () => {
    const email = newEmail();
    const stranger = await begin(email, funnel.app, '198.51.100.9');
    await stranger.submitEmail();
    await stranger.show();
    expect(await stranger.price()).toBe(promotional);
    funnel.advance(offerMs);
    const owner = await begin(email, funnel.app, '2001:db8:0:7::1');
    await owner.submitEmail();
    expect(await owner.show()).toBe(offerMs);
    expect(await owner.price()).toBe(promotional);
    funnel.advance(offerMs);
    const again = await begin(email, funnel.app, '2001:db8:0:7::2');
    await again.submitEmail();
    expect(await again.price()).toBe(full);
  });

  it('ends at the same time on two replicas with concurrent reports', async () => {
    const environment = { OFFER_EXPIRY: 'enforce' };
    const replica = await startOther({ database: await open(), environment });
    const visit = await begin();
    const shown = [300_000, 200_000, 400_000, 250_000];
    await Promise.all(shown.map((ms, at) => visit.show(ms, at % 2 ? replica : funnel.app)));
    expect(await visit.show(offerMs, replica)).toBe(200_000);
    expect(await visit.show()).toBe(200_000);
  });

  it.each([
    {},
    { remainingMs: offerMs + 1 },
    { remainingMs: -1 },
    { remainingMs: 0.5 },
    { remainingMs: '1' },
  ])('rejects %j', async (body) => {
    const response = await funnel.app.post('/api/offer', body);
    expect([response.status, (await response.json()).code]).toEqual([422, 'invalid-request']);
  });

  it('rejects a request from another site', async () => {
    const { cookie } = await begin();
    const headers = { cookie, 'sec-fetch-site': 'cross-site' };
    const response = await funnel.app.post('/api/offer', { remainingMs: 0 }, headers);
    expect([response.status, (await response.json()).code]).toEqual([403, 'foreign-origin']);
  });

  it('keeps the promotional price and stores no emails unless its expiry is enforced', async () => {
    const environment = { ...funnel.api.environment, OFFER_EXPIRY: 'header' };
    const app = await startOther({ database, environment });
    const visit = await begin(newEmail(), app);
    await visit.submitEmail();
    await visit.show(0);
    expect(await visit.price()).toBe(promotional);
    const links = database.db.selectFrom('offer_emails').selectAll().where('visit_id', '=', visit.visitId);
    expect(await links.execute()).toEqual([]);
  });
});
