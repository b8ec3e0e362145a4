import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import { promote } from '@funnel/releases/cli/release-client';

import { beginVisit, startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { clientOf, publishProduct } from '../releases/release.testkit.ts';

jest.setTimeout(20_000);

const offerMs = 597_000;
const promotional = 1999;
const full = 3999;

describeOnEachEngine('the offer', (open) => {
  let database: Database;
  let funnel: PaidFunnel;

  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database, { OFFER_EXPIRY: 'enforce' });
    await promote(clientOf(funnel.app), await publishProduct(funnel.app));
  });
  const others: TestApp[] = [];
  afterAll(() => Promise.all([funnel, ...others].map((one) => one.close())));

  /** The service once more, with another setting or as another replica. */
  async function startOther(options: Pick<Parameters<typeof startTestApp>[0], 'database' | 'environment'>) {
    const app = await startTestApp({ clock: funnel.clock, ...options });
    others.push(app);
    return app;
  }

  const newEmail = () => `${randomUUID()}@example.com`;

  /** A browser at the offer. Its email is its own unless told otherwise. */
  async function begin(email = newEmail(), app = funnel.app) {
    const visit = await beginVisit(app);
    const { cookie, visitId } = visit;
    return {
      email,
      visitId,
      cookie,
      /** Reports the time that the page shows; the answer is the time that the service knows. */
      async show(remainingMs = offerMs, at = app): Promise<number> {
        const answer = await at.post('/api/offer', { remainingMs }, { cookie });
        expect(answer.status).toBe(200);
        return (await answer.json()).remainingMs;
      },
      async leaveEmail() {
        expect((await app.post('/api/leads', aLead({ email }), { cookie })).status).toBe(202);
      },
      /** What the service charges for the 4-week plan, with these cookies beside the visit's. */
      async price(others = '') {
        const answer = await visit.post({ email }, { cookie: others ? `${cookie}; ${others}` : cookie });
        return (await answer.json()).amountMinor;
      },
    };
  }

  /** The deadline of a visit that has requested the document of the offer, which does not wait for its storage. */
  async function storedDeadline(visitId: string): Promise<number> {
    for (let looks = 0; looks < 1000; looks++) {
      const query = database.db.selectFrom('offers').select('deadline_at').where('visit_id', '=', visitId);
      const row = await query.executeTakeFirst();
      if (row) return row.deadline_at;
      await setImmediate();
    }
    throw new Error('no deadline was stored');
  }

  it('ends 9:57 after the first view, however often it is viewed', async () => {
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
    ['a cookie without end', () => 'offer-deadline=999999999999999'],
    ['a cookie that is no number', () => 'offer-deadline=never'],
    ['the honest cookie', () => `offer-deadline=${funnel.clock()}`],
  ])(
    'costs the promotional price until its end and the full price from then on, with %s',
    async (_, cookie) => {
      const visit = await begin();
      await visit.show();
      funnel.advance(offerMs - 1);
      expect(await visit.price(cookie())).toBe(promotional);
      funnel.advance(1);
      expect(await visit.price(cookie())).toBe(full);
      expect(await visit.price()).toBe(full);
    },
  );

  it('starts with the document for a browser that does not report its view', async () => {
    const visit = await begin();
    const page = await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await storedDeadline(visit.visitId)).toBe(funnel.clock() + offerMs);
    funnel.advance(offerMs);
    expect(await visit.price()).toBe(full);
  });

  it('is not stored for requests without a visit, so that nobody fills the table by them', async () => {
    const offers = () => database.db.selectFrom('offers').select('visit_id').execute();
    const before = await offers();
    for (let at = 0; at < 5; at++) expect((await funnel.app.request('/final')).status).toBe(200);
    const visit = await begin();
    await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    await storedDeadline(visit.visitId);
    expect(await offers()).toHaveLength(before.length + 1);
  });

  it('starts with the first view if the document comes shortly before, once', async () => {
    const visit = await begin();
    await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    await storedDeadline(visit.visitId);
    funnel.advance(5_000);
    expect(await visit.show()).toBe(offerMs);
    funnel.advance(5_000);
    await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    expect(await visit.show()).toBe(offerMs - 5_000);
  });

  it('starts with the document if the first view is reported long after', async () => {
    const visit = await begin();
    await funnel.app.request('/final', { headers: { cookie: visit.cookie } });
    await storedDeadline(visit.visitId);
    funnel.advance(30_000);
    expect(await visit.show()).toBe(offerMs - 30_000);
  });

  it('starts with the first checkout session if the visit has not seen it', async () => {
    const visit = await begin();
    expect(await visit.price()).toBe(promotional);
    funnel.advance(offerMs);
    expect(await visit.price()).toBe(full);
  });

  it('does not start again for an email in a new visit, whatever its case', async () => {
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

  it('does not start again for an email that was left in the quiz alone', async () => {
    const first = await begin();
    await first.leaveEmail();
    await first.show();
    funnel.advance(offerMs);
    const again = await begin(first.email);
    await again.leaveEmail();
    expect(await again.price()).toBe(full);
    expect(await again.show()).toBe(0);
    const straight = await begin(first.email);
    expect(await straight.price()).toBe(full);
  });

  it('is not ended by a stranger who knows the email, and tells a stranger nothing', async () => {
    const owner = await begin();
    await owner.show();
    await owner.leaveEmail();
    funnel.advance(60_000);
    const stranger = await begin(owner.email);
    expect(await stranger.show(0)).toBe(0);
    await stranger.leaveEmail();
    expect(await owner.show()).toBe(offerMs - 60_000);
    expect(await owner.price()).toBe(promotional);
    const curious = await begin(owner.email);
    await curious.leaveEmail();
    expect(await curious.show()).toBe(offerMs);
  });

  it('ends at the same time on two replicas that hear of it at once', async () => {
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
  ])('refuses %j', async (body) => {
    const answer = await funnel.app.post('/api/offer', body);
    expect([answer.status, (await answer.json()).code]).toEqual([422, 'invalid-request']);
  });

  it('refuses the page of another site', async () => {
    const { cookie } = await begin();
    const headers = { cookie, 'sec-fetch-site': 'cross-site' };
    const answer = await funnel.app.post('/api/offer', { remainingMs: 0 }, headers);
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'foreign-origin']);
  });

  it('keeps the promotional price and ties no emails to visits if its end is only announced', async () => {
    const environment = { ...funnel.api.environment, OFFER_EXPIRY: 'header' };
    const app = await startOther({ database, environment });
    const visit = await begin(newEmail(), app);
    await visit.leaveEmail();
    await visit.show(0);
    expect(await visit.price()).toBe(promotional);
    const links = database.db.selectFrom('offer_emails').selectAll().where('visit_id', '=', visit.visitId);
    expect(await links.execute()).toEqual([]);
  });
});
