import { randomUUID } from 'node:crypto';

import { eventBatchSize } from '@funnel/contracts/event-batch';
import { reportValuesSchema } from '@funnel/contracts/reports';
import { dayMs } from '@funnel/service-kit/durations';

import { startPaidFunnel, startVisit } from '../billing/paid-funnel.testkit.ts';
import type { Database } from '../platform/database.ts';
import {
  createTestClock,
  describeOnEachEngine,
  previewCookieHeader,
  startAssignedVisit,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { countPeriods } from './report-facts.ts';
import { anEvent } from '../tracking/an-event.testkit.ts';

describeOnEachEngine('the first touch of a visit', (open) => {
  const { clock, advance } = createTestClock();
  let database: Database;
  let app: TestApp;
  beforeAll(async () => {
    database = await open();
    app = await startTestApp({ database, clock });
  });
  afterAll(() => app.close());

  /** Reports a page view of a new visit. */
  async function view(headers: Record<string, string> = {}, visit = startAssignedVisit(app, 'set-1')) {
    const { cookie, ...others } = headers;
    const known = await visit;
    const event = { id: randomUUID(), name: 'PageView', at: clock(), path: '/', setId: 'set-1' };
    const sent = { ...others, cookie: [known.cookie, cookie].filter(Boolean).join('; ') };
    expect((await app.post('/api/events', { events: [event] }, sent)).status).toBe(202);
    return known;
  }
  const readTouches = () =>
    database.db.selectFrom('visits').select(['source', 'campaign', 'device', 'locale']).execute();
  const campaign = (text: string) => ({ cookie: `attribution=${text}` });

  afterEach(async () => {
    for (const table of [
      'visits',
      'events',
      'report_facts',
      'report_breakdown',
      'report_step_times',
    ] as const)
      await database.db.deleteFrom(table).execute();
  });

  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

  it('is stored with source, campaign, device and language, and stays', async () => {
    const visit = await view({
      'user-agent': iphone,
      'accept-language': 'de-AT',
      ...campaign('utm_source=Facebook&utm_campaign=spring'),
    });
    await view(campaign('utm_source=later'), Promise.resolve(visit));
    expect(await readTouches()).toEqual([
      { source: 'facebook', campaign: 'spring', device: 'phone', locale: 'de' },
    ]);
  });

  it('is stored when the page reports again after the database has failed', async () => {
    const visit = await startAssignedVisit(app, 'set-1');
    const failing = jest.spyOn(database.db, 'transaction').mockImplementation(() => {
      throw new Error('away');
    });
    const event = { id: randomUUID(), name: 'PageView', at: clock(), path: '/', setId: 'set-1' };
    const headers = { cookie: `${visit.cookie}; attribution=utm_source=meta` };
    expect((await app.post('/api/events', { events: [event] }, headers)).status).toBe(500);
    failing.mockRestore();
    await view(campaign('utm_source=meta'), Promise.resolve(visit));
    expect(await readTouches()).toMatchObject([{ source: 'meta' }]);
  });

  it.each([
    ['the platform of a click', 'gclid=abc', 'google'],
    ['the referring site', 'referrer=news.example.com', 'news.example.com'],
    ['nothing', '', 'direct'],
  ])('has as source %s', async (_, attribution, source) => {
    await view(campaign(attribution));
    expect(await readTouches()).toMatchObject([{ source }]);
  });

  it.each([
    ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['a link preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['Meta’s reader of pages', 'meta-externalagent/1.1'],
    ['Google’s inspection tool', 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)'],
    ['another program of Google', 'GoogleOther'],
    ['Google’s reader for ads', 'Mediapartners-Google'],
    ['a crawler', 'Mozilla/5.0 (compatible; Example-Crawler/2.0)'],
    ['Baidu’s spider', 'Mozilla/5.0 (compatible; Baiduspider/2.0)'],
    ['a browser without a window', 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/126.0.0.0 Safari/537.36'],
    ['a measurement of speed', 'Mozilla/5.0 (Linux; Android 11) Chrome/126.0.0.0 Mobile Chrome-Lighthouse'],
  ])('is not stored of %s, which is counted nowhere', async (_, agent) => {
    await view({ 'user-agent': agent });
    expect(await readTouches()).toEqual([]);
    advance(dayMs);
    await countPeriods(app.context);
    expect(await database.db.selectFrom('report_facts').selectAll().execute()).toEqual([]);
  });

  it('is stored of a phone whose brand ends like the name of a bot', async () => {
    await view({ 'user-agent': 'Mozilla/5.0 (Linux; Android 11; CUBOT X50) AppleWebKit/537.36 Mobile' });
    expect(await readTouches()).toMatchObject([{ device: 'phone' }]);
  });

  it('is listed for the 50 most frequent sources, with how many there are in all', async () => {
    for (let at = 0; at < 53; at++) await view(campaign(`utm_source=source-${at}`));
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const response = await app.request('/api/reports/values?days=1', { headers });
    const values = reportValuesSchema.parse(await response.json());
    expect(values.source).toHaveLength(50);
    expect(values.totals).toEqual({ source: 53, campaign: 1, device: 1, locale: 1, set: 1 });
  });

  it('is listed with the most frequent source first, and with the number of each release set', async () => {
    const set = {
      id: 'set-1',
      number: 7,
      members: '{}',
      created_at: 0,
      withdrawn_at: null,
      certification: null,
    };
    await database.db.insertInto('release_sets').values(set).execute();
    for (const source of ['rare', 'often', 'often', 'often']) await view(campaign(`utm_source=${source}`));
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const response = await app.request('/api/reports/values?days=1', { headers });
    const values = reportValuesSchema.parse(await response.json());
    await database.db.deleteFrom('release_sets').execute();
    expect(values.source).toEqual([
      { value: 'often', visitors: 3 },
      { value: 'rare', visitors: 1 },
    ]);
    expect(values.set).toEqual([{ value: 'set-1', visitors: 4, number: 7 }]);
  });

  it('is not stored in a preview', async () => {
    await view({ cookie: await previewCookieHeader(app) });
    expect(await readTouches()).toEqual([]);
  });

  it('keeps 200 campaigns of a day, and counts the rest as other', async () => {
    const see = async (campaigns: readonly number[]) => {
      const visits = campaigns.map((n) => ({
        visit_id: `v${n}`,
        first_at: clock(),
        source: 'ads',
        campaign: `campaign-${n}`,
        device: 'phone' as const,
        locale: 'en',
      }));
      await database.db.insertInto('visits').values(visits).execute();
      await database.db
        .insertInto('events')
        .values(
          visits.map(({ visit_id }) =>
            anEvent({ visit_id, received_at: clock(), set_id: 'set-1', path: '/' }),
          ),
        )
        .execute();
    };
    const numbers = Array.from({ length: 205 }, (_, n) => n);
    // Until midnight.
    advance(dayMs - (clock() % dayMs));
    await see(numbers.slice(0, 100));
    advance(3_600_000);
    await countPeriods(app.context);
    await see(numbers.slice(100));
    advance(dayMs);
    await countPeriods(app.context);
    const rows = await database.db
      .selectFrom('report_breakdown')
      .select(['value', 'count'])
      .where('dimension', '=', 'campaign')
      .where('kind', '=', 'visitors')
      .execute();
    expect(rows).toHaveLength(201);
    expect(rows.find(({ value }) => value === 'other')?.count).toBe(5);
  });

  it('keeps the campaigns and steps of the days before, whatever one browser names after midnight', async () => {
    const page = (path: string) => ({
      id: randomUUID(),
      name: 'PageView',
      at: clock(),
      path,
      setId: 'set-1',
    });
    const visit = async (attribution: string, paths: readonly string[]) => {
      const { cookie } = await startAssignedVisit(app, 'set-1');
      for (let at = 0; at < paths.length; at += eventBatchSize) {
        const events = paths.slice(at, at + eventBatchSize).map(page);
        const sent = { cookie: `${cookie}; attribution=${attribution}` };
        expect((await app.post('/api/events', { events }, sent)).status).toBe(202);
      }
    };
    const countAll = () => countPeriods(app.context);
    const real = () => visit('utm_source=ads&utm_campaign=spring', ['/', '/final']);
    const names = (prefix: string) => Array.from({ length: 210 }, (_, n) => `${prefix}${n}`);
    await real();
    await real();
    // Until midnight.
    advance(dayMs - (clock() % dayMs));
    await visit('utm_campaign=a', names('/a'));
    await Promise.all(names('b').map((name) => visit(`utm_campaign=${name}`, ['/'])));
    advance(3_600_000);
    await countAll();
    await real();
    advance(dayMs);
    await countAll();
    const { db } = database;
    const counts = db.selectFrom('report_facts').select('count').orderBy('day');
    expect(await counts.where('step', '=', '/final').execute()).toEqual([{ count: 2 }, { count: 1 }]);
    const visitors = db.selectFrom('report_breakdown').select('count').where('kind', '=', 'visitors');
    expect(await visitors.where('value', '=', 'spring').orderBy('day').execute()).toEqual([
      { count: 2 },
      { count: 1 },
    ]);
  });

  it('of purchases in a preview, as smoke tests make them, changes no total', async () => {
    const funnel = await startPaidFunnel(database);
    const buy = async (headers: Record<string, string>) => {
      const visit = await startVisit(funnel.app);
      const cookie = [visit.cookie, headers['cookie']].filter(Boolean).join('; ');
      const opened: { sessionId: string } = await (await visit.post({}, { cookie })).json();
      funnel.api.complete(opened.sessionId);
      await visit.read(opened.sessionId);
    };
    await buy({});
    await buy({ cookie: await previewCookieHeader(funnel.app) });
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const totals = await (await funnel.app.request('/api/reports/totals', { headers })).json();
    expect(totals).toMatchObject({ paidSessions: 1, activeSubscriptions: 1 });
    await funnel.close();
  });
});
