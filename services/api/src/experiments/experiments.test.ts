import { randomUUID } from 'node:crypto';

import { experimentReportSchema } from '@funnel/contracts/experiment-reports';
import * as z from 'zod';

import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { createCookieJar, type CookieJar } from '../platform/cookie-jar.testkit.ts';
import type { Database } from '../platform/database.ts';
import {
  describeOnEachEngine,
  previewCookieHeader,
  startTestApp,
  testOperatorToken,
} from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz, testRemote } from '../releases/release.testkit.ts';
import { anExperiment } from './experiment.testkit.ts';

const withExperiments = (version: string, ...experiments: (typeof anExperiment)[]) =>
  testRemote('mfe-pricing', version, { paths: ['/final'], experiments });

describeOnEachEngine('an experiment', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database);
    const product = await publishProduct(funnel.app);
    await publishTest(funnel.app, withExperiments('1.1.0', anExperiment));
    await promote(
      clientOf(funnel.app),
      product.map((member) => member.replace('mfe-pricing@1.0.0', 'mfe-pricing@1.1.0')),
    );
  });
  afterAll(() => funnel.close());

  const load = async (jar: CookieJar, path = '/final', app = funnel.app) => {
    const response = await app.request(path, { headers: { cookie: jar.header() } });
    jar.store(response);
    return response.text();
  };
  const presentationIn = (text: string) => /"checkoutPresentation":"(\w+)"/.exec(text)?.[1];
  const setIn = (text: string) => /"id":"(\w+)"/.exec(text)?.[1] ?? '';
  /** A browser that has loaded the offer in one of the arms. */
  async function visitIn(arm: string) {
    for (let visitor = 0; visitor < 200; visitor++) {
      const jar = createCookieJar();
      const page = await load(jar);
      if (presentationIn(page) === arm) return { jar, setId: setIn(page) };
    }
    throw new Error(`none of 200 visitors got the arm ${arm}`);
  }
  const reportView = (jar: CookieJar, setId: string, path = '/final', name = 'PageView') =>
    funnel.app.post(
      '/api/events',
      { events: [{ id: randomUUID(), name, at: 1, path, setId }] },
      { cookie: jar.header() },
    );
  /** What twenty new visitors get. */
  const presentationsShown = async () =>
    new Set(
      await Promise.all(
        Array.from({ length: 20 }, async () => presentationIn(await load(createCookieJar()))),
      ),
    );
  const exposuresOf = (jar: CookieJar) =>
    database.db
      .selectFrom('exposures')
      .select(['experiment', 'arm'])
      .where('visit_id', '=', jar.visitId())
      .execute();

  it('shows one arm to a visit, in every page, tab, response and replica', async () => {
    const replica = await startTestApp({ database, clock: funnel.clock });
    for (const arm of ['page', 'dialog']) {
      const { jar } = await visitIn(arm);
      for (const path of ['/final', '/', '/checkout', '/api/config'])
        expect(presentationIn(await load(jar, path))).toBe(arm);
      expect(presentationIn(await load(jar, '/final', replica))).toBe(arm);
    }
    await replica.close();
  });

  it('changes the size of the answer by the arm’s setting only', async () => {
    const page = await load((await visitIn('page')).jar);
    const dialog = await load((await visitIn('dialog')).jar);
    expect(dialog).toBe(page.replace('"checkoutPresentation":"page"', '"checkoutPresentation":"dialog"'));
  });

  it('records once that an arm is seen, when its screen is', async () => {
    const { jar, setId } = await visitIn('dialog');
    await reportView(jar, setId, '/');
    await reportView(jar, setId, '/final', 'WebVital');
    await reportView(jar, 'another-set');
    expect(await exposuresOf(jar)).toEqual([]);
    const firstAt = funnel.clock();
    await reportView(jar, setId);
    funnel.advance(1000);
    await reportView(jar, setId);
    const rows = await database.db
      .selectFrom('exposures')
      .select(['arm', 'at'])
      .where('visit_id', '=', jar.visitId())
      .execute();
    expect(rows).toEqual([{ arm: 'dialog', at: firstAt }]);
  });

  it('has what failed on its screen, even if one request reports the view and the failure', async () => {
    const failures = async () => {
      const headers = { authorization: `Bearer ${testOperatorToken}` };
      const response = await funnel.app.request('/api/reports/experiments', { headers });
      const [report] = z.array(experimentReportSchema).parse(await response.json());
      return Number(report?.arms.find(({ name }) => name === 'dialog')?.failures);
    };
    const before = await failures();
    const { jar, setId } = await visitIn('dialog');
    const events = ['PageView', 'ResourceFailed', 'ViewContent'].map((name) => ({
      id: randomUUID(),
      name,
      at: 1,
      path: '/final',
      setId,
    }));
    await funnel.app.post('/api/events', { events }, { cookie: jar.header() });
    expect(await failures()).toBe(before + 1);
  });

  it('counts neither a preview nor a browser without cookies', async () => {
    const { jar, setId } = await visitIn('page');
    const cookie = `${jar.header()}; ${previewCookieHeader(funnel.app, setId)}`;
    const events = [{ id: randomUUID(), name: 'PageView', at: 1, path: '/final', setId }];
    await funnel.app.post('/api/events', { events }, { cookie });
    const before = await database.db.selectFrom('exposures').selectAll().execute();
    await funnel.app.post('/api/events', { events: [{ ...events[0], id: randomUUID() }] });
    expect(await database.db.selectFrom('exposures').selectAll().execute()).toEqual(before);
    expect(await exposuresOf(jar)).toEqual([]);
  });

  it.each(['page', 'dialog'])(
    'keeps the arm %s to the payment, and names it on the purchase',
    async (arm) => {
      const { jar, setId } = await visitIn(arm);
      await reportView(jar, setId);
      const body = { planId: 'plan2', email: 'vera@example.com', attemptId: randomUUID() };
      const opened = await funnel.app.post('/api/create-checkout', body, { cookie: jar.header() });
      const { sessionId } = await opened.json();
      funnel.api.complete(sessionId);
      await funnel.app.request(`/api/checkout-sessions/${sessionId}`, { headers: { cookie: jar.header() } });
      const row = await database.db
        .selectFrom('checkout_sessions')
        .select(['status', 'arms'])
        .where('id', '=', sessionId)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ status: 'paid', arms: JSON.stringify({ [anExperiment.name]: arm }) });
    },
  );

  it('keeps a visit’s arm when another set is promoted', async () => {
    const { jar } = await visitIn('dialog');
    await publishTest(funnel.app, testQuiz('1.2.0'));
    await promote(clientOf(funnel.app), ['mfe-quiz@1.2.0']);
    expect(presentationIn(await load(jar))).toBe('dialog');
    const later = createCookieJar();
    const visit = jar.cookies.get('visit') ?? '';
    later.cookies.set('visit', visit);
    expect(presentationIn(await load(later))).toBe('dialog');
  });

  it('shows an open page its arm, although the set of the page is withdrawn', async () => {
    const { jar } = await visitIn('dialog');
    await publishTest(funnel.app, withExperiments('1.2.0'));
    await promote(clientOf(funnel.app), ['mfe-pricing@1.2.0'], { withdraw: true });
    funnel.advance(23 * 3_600_000);
    expect(presentationIn(await load(createCookieJar(), '/api/config'))).toBe('page');
    expect(presentationIn(await load(jar, '/api/config'))).toBe('dialog');
    await promote(clientOf(funnel.app), ['mfe-pricing@1.1.0'], { withdraw: true });
  });

  it.each([
    [
      'is doubled',
      [anExperiment, anExperiment],
      'mfe-pricing has two experiments named pricing/checkout-in-dialog.',
    ],
    [
      'is named for another team',
      [{ ...anExperiment, name: 'quiz/checkout-in-dialog' }],
      'The experiment quiz/checkout-in-dialog must begin with pricing/.',
    ],
    ['is malformed', [{ ...anExperiment, share: 2 }], 'experiments'],
  ])('that %s is rejected at publication, which says why', async (_, experiments, reason) => {
    await expect(publishTest(funnel.app, withExperiments('1.3.0', ...experiments))).rejects.toThrow(reason);
    expect(await presentationsShown()).toEqual(new Set(['page', 'dialog']));
  });

  it('that replaces the same setting as an earlier one changes nothing and records nothing', async () => {
    const later = {
      ...anExperiment,
      name: 'pricing/dialog-for-all',
      start: '2020-03-01',
      arms: anExperiment.arms.map((arm) => ({
        ...arm,
        settings: { checkoutPresentation: 'dialog' as const },
      })),
    };
    // Listed last, where its settings would replace those of the earlier one.
    await publishTest(funnel.app, withExperiments('1.4.0', anExperiment, later));
    await promote(clientOf(funnel.app), ['mfe-pricing@1.4.0']);
    for (const arm of ['page', 'dialog']) {
      const { jar, setId } = await visitIn(arm);
      await reportView(jar, setId);
      expect(await exposuresOf(jar)).toEqual([{ experiment: anExperiment.name, arm }]);
    }
  });

  it('that is expired shows every visitor the product as configured', async () => {
    await publishTest(funnel.app, withExperiments('1.5.0', { ...anExperiment, end: '2020-02-01' }));
    await promote(clientOf(funnel.app), ['mfe-pricing@1.5.0']);
    expect(await presentationsShown()).toEqual(new Set(['page']));
  });
});
