import { randomUUID } from 'node:crypto';

import type { Database } from '../../platform/database.ts';
import { previewCookieHeader, describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { findSubscription } from '../subscription-repository.ts';

const minuteMs = 60_000;

describeOnEachEngine('opening a checkout session', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    funnel = await startPaidFunnel(database);
  });
  afterEach(() => funnel.close());

  it('returns the amounts to be charged and the notice that it stores, and stores the terms and the release set', async () => {
    const visit = await startVisit(funnel.app, 'EUR');
    const { db } = database;
    const members = JSON.stringify({ 'mfe-legal': '1.2.0' });
    await db.insertInto('release_sets').values({ id: 'set-1', number: 1, members, created_at: 0 }).execute();
    await db
      .insertInto('builds')
      .values({ name: 'mfe-legal', version: '1.2.0', digest: 'd1', manifest: '{}', published_at: 0 })
      .execute();
    const response = await visit.post({});
    expect(response.status).toBe(201);
    const body = await response.json();
    expect(body).toEqual({
      sessionId: expect.stringMatching(/^cs_test_/),
      clientSecret: `${body.sessionId}_secret`,
      amountMinor: 1999,
      renewalMinor: 3999,
      renewalNotice: 'First 4 weeks at €19.99, then €39.99 every 4 weeks until canceled.',
      currency: 'EUR',
      plan: { planId: 'plan2', name: '4-WEEK PLAN' },
    });
    expect(await findSession(database.db, body.sessionId)).toMatchObject({
      status: 'open',
      email: 'vera@example.com',
      amount_minor: 1999,
      currency: 'EUR',
      renewal_notice: 'First 4 weeks at €19.99, then €39.99 every 4 weeks until canceled.',
      set_id: 'set-1',
      terms_build: 'mfe-legal@1.2.0 sha256-d1',
    });
    const [form] = funnel.api.created;
    expect(form?.get('return_url')).toBe(
      `${funnel.app.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    );
    expect(form?.get('currency')).toBe('eur');
    expect(form?.get('adaptive_pricing[enabled]')).toBe('false');
    const metadata = [
      'visit_id',
      'plan_id',
      'set_id',
      'terms_build',
      'renewal_notice_sha256',
      'promotional_weeks',
    ];
    for (const name of metadata) {
      expect(form?.get(`metadata[${name}]`)).toMatch(/^\S+/);
      expect(form?.get(`subscription_data[metadata][${name}]`)).toBe(form?.get(`metadata[${name}]`));
    }
    expect([...(form?.entries() ?? [])].filter(([, value]) => value.includes('vera'))).toEqual([
      ['customer_email', 'vera@example.com'],
    ]);
  });

  it.each([10, 20 * minuteMs])(
    'returns the open session on a second request %d ms later',
    async (laterMs) => {
      const visit = await startVisit(funnel.app);
      const first = await visit.open();
      funnel.advance(laterMs);
      expect(await visit.open({ email: ' vera@example.com ' })).toEqual(first);
      expect(funnel.api.created).toHaveLength(1);
    },
  );

  it('returns the open session after a change of answers, and stores the last answers', async () => {
    const visit = await startVisit(funnel.app);
    const quizState = { quizAnswers: { Age: '25-34' }, specialGoal: null, email: 'vera@example.com' };
    const changed = { ...quizState, quizAnswers: { Age: '45+' }, specialGoal: 'Buy a car' };
    const first = await visit.open({ quizState });
    expect(await visit.open({ quizState: changed })).toEqual(first);
    expect(await visit.open()).toEqual(first);
    expect(funnel.api.created).toHaveLength(1);
    const row = await findSession(database.db, first.sessionId);
    expect(JSON.parse(row?.quiz_state ?? '')).toEqual({
      quizAnswers: { Age: '45+' },
      specialGoal: 'Buy a car',
      email: 'vera@example.com',
    });
    expect([...(funnel.api.created[0]?.values() ?? [])].join(' ')).not.toContain('25-34');
  });

  it('opens a form in the language of the page, and records the notice that the page shows', async () => {
    const visit = await startVisit(funnel.app);
    const open = async (locale: string) => {
      const headers = { cookie: visit.cookie, 'x-locale': locale };
      const { sessionId } = await (await visit.post({}, headers)).json();
      return (await findSession(database.db, sessionId))?.renewal_notice.replaceAll('\u00a0', ' ');
    };
    expect(await open('de')).toBe(
      'Erste 4 Wochen für 19,99 $, danach alle 4 Wochen 39,99 $ bis zur Kündigung.',
    );
    expect(await open('de')).toMatch(/^Erste/);
    expect(await open('fr')).toBe('First 4 weeks at $19.99, then $39.99 every 4 weeks until canceled.');
    expect(funnel.api.created.map((form) => form.get('locale'))).toEqual(['de', 'en']);
  });

  describe('the stored terms', () => {
    beforeAll(async () => {
      const { db } = database;
      for (const [number, version] of [
        [20, '2.0.0'],
        [21, '2.1.0'],
        [22, '2.2.0'],
      ] as const) {
        const members = JSON.stringify({ 'mfe-legal': version });
        const set = { id: `set-${number}`, number, members, created_at: 0 };
        const build = { name: 'mfe-legal', version, digest: 'd', manifest: '{}', published_at: 0 };
        await db.insertInto('release_sets').values(set).execute();
        await db.insertInto('builds').values(build).execute();
      }
      await db.insertInto('channels').values({ name: 'production', set_id: 'set-20', moved_at: 1 }).execute();
    });
    afterAll(() => database.db.deleteFrom('channels').execute());

    const legal = (version: string) => `mfe-legal@${version} sha256-d`;
    type Visit = Awaited<ReturnType<typeof startVisit>>;
    const visitAlone = ({ cookie }: Visit) => cookie.split('; ')[0] ?? '';

    async function recordedFor(visit: Visit, cookie: string, headers: Record<string, string> = {}) {
      const { sessionId } = await (await visit.post({}, { cookie, ...headers })).json();
      const row = await findSession(database.db, sessionId);
      return [row?.set_id, row?.terms_build];
    }

    it('come from the set that is assigned to the visit, regardless of what the page reports', async () => {
      const visit = await startVisit(funnel.app, 'USD', 'set-21');
      for (const header of ['set-22', 'set-20', 'none', ''])
        expect(await recordedFor(visit, visit.cookie, { 'x-release-set': header })).toEqual([
          'set-21',
          legal('2.1.0'),
        ]);
      const [form] = funnel.api.created;
      expect(form?.get('metadata[terms_build]')).toBe(legal('2.1.0'));
    });

    it('come from the assigned set even if the page has been open for hours', async () => {
      const visit = await startVisit(funnel.app, 'USD', 'set-21');
      funnel.advance(23 * 60 * minuteMs);
      expect(await recordedFor(visit, visit.cookie)).toEqual(['set-21', legal('2.1.0')]);
    });

    it('are updated in the open session when another set is assigned to the visit', async () => {
      const visit = await startVisit(funnel.app, 'USD', 'set-21');
      for (const [setId, version, laterMs] of [
        ['set-21', '2.1.0', 0],
        ['set-22', '2.2.0', 10],
        ['set-21', '2.1.0', 20 * minuteMs],
      ] as const) {
        funnel.advance(laterMs);
        expect(await recordedFor(visit, await visit.withSet(setId))).toEqual([setId, legal(version)]);
      }
      expect(funnel.api.created).toHaveLength(1);
    });

    it('come from the previewed set in a preview, and no set is attributed', async () => {
      const visit = await startVisit(funnel.app, 'USD', 'set-21');
      for (const [setId, version] of [
        ['set-20', '2.0.0'],
        ['set-22', '2.2.0'],
      ] as const) {
        const cookie = `${visit.cookie}; ${await previewCookieHeader(funnel.app, setId)}`;
        expect(await recordedFor(visit, cookie)).toEqual([null, legal(version)]);
      }
      expect(await recordedFor(visit, visit.cookie)).toEqual(['set-21', legal('2.1.0')]);
    });

    it('come from the live set, which also gets the sale, if the visit has no valid assignment cookie', async () => {
      const visit = await startVisit(funnel.app, 'USD', 'set-21');
      const other = await startVisit(funnel.app, 'USD', 'set-22');
      const cookies = {
        none: visitAlone(visit),
        forged: `${visitAlone(visit)}; release=${'set-22.'.repeat(3)}AAAA`,
        theirs: `${visitAlone(visit)}; ${other.cookie.split('; ')[1]}`,
      };
      for (const cookie of Object.values(cookies))
        expect(await recordedFor(visit, cookie, { 'x-release-set': 'set-22' })).toEqual([
          'set-20',
          legal('2.0.0'),
        ]);
    });

    it('come from the set of a page that was open for more than a day, to which the sale belongs', async () => {
      const visit = await startVisit(funnel.app, 'USD', 'set-21');
      funnel.advance(25 * 60 * minuteMs);
      expect(await recordedFor(visit, visit.cookie)).toEqual(['set-21', legal('2.1.0')]);
    });

    it('come from the set that an open page shows, also after it was withdrawn', async () => {
      const { db } = database;
      await db.updateTable('release_sets').set({ withdrawn_at: 2 }).where('id', '=', 'set-21').execute();
      const visit = await startVisit(funnel.app, 'USD', 'set-21');
      expect(await recordedFor(visit, visit.cookie)).toEqual(['set-21', legal('2.1.0')]);
      await db.updateTable('release_sets').set({ withdrawn_at: null }).execute();
    });
  });

  it('keeps the terms and the release set of a paid session', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId);
    funnel.advance(minuteMs);
    expect((await visit.post({}, { cookie: await visit.withSet('set-9') })).status).toBe(409);
    expect(await findSession(database.db, sessionId)).toMatchObject({ set_id: 'set-1', status: 'paid' });
  });

  it('charges in the currency in which the visit started', async () => {
    const visit = await startVisit(funnel.app, 'USD');
    const headers = { cookie: visit.cookie, 'accept-language': 'de-DE' };
    const config = await funnel.app.request('/api/config?currency=EUR', { headers });
    expect([await config.json(), config.headers.getSetCookie()]).toMatchObject([{ currency: 'USD' }, []]);
    const order = { planId: 'plan2', email: 'vera@example.com', attemptId: randomUUID() };
    const opened = await funnel.app.post('/api/create-checkout?currency=EUR', order, headers);
    expect(await opened.json()).toMatchObject({ currency: 'USD', amountMinor: 1999 });
  });

  it('returns the open session if the provider is unavailable', async () => {
    const visit = await startVisit(funnel.app);
    const first = await visit.open();
    funnel.advance(minuteMs);
    funnel.api.faults.isDown = true;
    expect(await visit.open()).toEqual(first);
  });

  it('asks the provider about the open session only when it is ten seconds old', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const callsBy = async (afterMs: number) => {
      funnel.advance(afterMs);
      const before = funnel.api.calls.length;
      expect((await visit.open()).sessionId).toBe(sessionId);
      return funnel.api.calls.slice(before);
    };
    expect(await callsBy(9_999)).toEqual([]);
    expect(await callsBy(1)).toEqual(['GET /v1/checkout/sessions/:id']);
  });

  it.each([
    ['plan', { planId: 'plan3' }],
    ['email', { email: 'vera@example.org' }],
  ])('expires the old session when the %s changes', async (_, change) => {
    const visit = await startVisit(funnel.app);
    const first = await visit.open();
    const second = await visit.open(change);
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(funnel.api.sessions.get(first.sessionId)?.status).toBe('expired');
    expect((await findSession(database.db, first.sessionId))?.status).toBe('expired');
  });

  it('creates a new session if the visitor returns to the first plan in the same attempt', async () => {
    const visit = await startVisit(funnel.app);
    const attemptId = randomUUID();
    const first = await visit.open({ attemptId });
    await visit.open({ attemptId, planId: 'plan3' });
    const third = await visit.open({ attemptId });
    expect(third.sessionId).not.toBe(first.sessionId);
    expect(funnel.api.sessions.get(third.sessionId)?.status).toBe('open');
  });

  it('keeps the client secret of a session only while the session is open', async () => {
    const visit = await startVisit(funnel.app);
    const secretOf = async (id: string) => (await findSession(database.db, id))?.client_secret;
    const first = await visit.open();
    expect(await secretOf(first.sessionId)).toBe(first.clientSecret);
    const second = await visit.open({ planId: 'plan1' });
    expect(await secretOf(first.sessionId)).toBe('');
    funnel.api.complete(second.sessionId);
    expect(await visit.read(second.sessionId)).toMatchObject({ status: 'paid' });
    expect(await secretOf(second.sessionId)).toBe('');
  });

  it('creates a new session if the old one is about to expire', async () => {
    const visit = await startVisit(funnel.app);
    const first = await visit.open();
    funnel.advance(24 * 60 * minuteMs - 30 * minuteMs);
    expect((await visit.open()).sessionId).toBe(first.sessionId);
    funnel.advance(1);
    expect((await visit.open()).sessionId).not.toBe(first.sessionId);
    expect(funnel.api.sessions.get(first.sessionId)?.status).toBe('expired');
  });

  it.each(['paid', 'unpaid'] as const)(
    'does not sell twice if the old session is complete and %s',
    async (payment) => {
      const visit = await startVisit(funnel.app);
      const { sessionId } = await visit.open();
      const subscription = funnel.api.complete(sessionId, payment);
      for (const change of [{ planId: 'plan3' }, { planId: 'plan3' }]) {
        expect(await visit.expectProblem(change)).toMatchObject({
          code: 'already-paid',
          status: 409,
          sessionId,
        });
      }
      expect(await findSubscription(database.db, subscription)).toMatchObject({ status: 'active' });
      expect((await visit.read(sessionId)).status).toBe(payment === 'paid' ? 'paid' : 'processing');
      expect(funnel.api.created).toHaveLength(1);
    },
  );

  it('sells again after the subscription has ended', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    const subscription = funnel.api.complete(sessionId);
    expect((await visit.read(sessionId)).status).toBe('paid');
    Object.assign(funnel.api.subscriptions.get(subscription) ?? {}, { status: 'canceled' });
    funnel.advance(1);
    await funnel.send('customer.subscription.deleted', subscription);
    await funnel.processEvents();
    expect((await visit.open()).sessionId).not.toBe(sessionId);
  });
});
