import { randomUUID } from 'node:crypto';

import { currencies } from '@funnel/contracts/money';
import {
  releaseAnalyticsSchema,
  versionAnalyticsSchema,
  type SetAnalytics,
} from '@funnel/contracts/release-analytics';
import { proportion, readSetAnalytics, readVisitorCounts } from '@funnel/releases/analytics/set-analytics';
import { readVersionAnalytics } from '@funnel/releases/analytics/version-analytics';
import * as fc from 'fast-check';

import { startPaidFunnel, startVisit } from '../billing/paid-funnel.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Db } from '../platform/database.ts';
import {
  createTestClock,
  previewCookieHeader,
  startAssignedVisit,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
} from '../platform/service.testkit.ts';
import { insertVisits, type Visit } from './analytics.testkit.ts';

jest.setTimeout(120_000);

const screens = ['/', '/step-1', '/step-2', '/final', '/checkout'];
const since = 1000;
const setNames = ['a', 'b'] as const;
/** Quiz 1 is in both sets, so that a visitor may use it in either. */
const membersOf = {
  a: { 'mfe-quiz': '1', 'mfe-final': '1' },
  b: { 'mfe-quiz': '1', 'mfe-final': '2' },
} as const;
const memberships = setNames.flatMap((set) =>
  Object.entries(membersOf[set]).map(([name, version]) => ({ set, name, version })),
);

const visits = fc.array(
  fc.record({
    visitId: fc.constantFrom('v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7'),
    setId: fc.constantFrom(...setNames, null),
    at: fc.constantFrom(since - 1, since, since + 1),
    pages: fc.array(fc.constantFrom(...screens, '/elsewhere'), { maxLength: 5 }),
    failures: fc.array(
      fc.record({ remote: fc.constantFrom('mfe-quiz', 'mfe-final'), version: fc.constantFrom('1', '2') }),
      { maxLength: 2 },
    ),
    paints: fc.array(fc.nat(5000), { maxLength: 3 }),
    leads: fc.nat(2),
    purchases: fc.array(
      fc.record({
        currency: fc.constantFrom(...currencies),
        amountMinor: fc.nat(4000),
        status: fc.constantFrom('paid', 'open'),
      }),
      { maxLength: 2 },
    ),
  }),
  { maxLength: 25 },
);

type Counted = Pick<Visit, 'visitId'>;
const count = (found: readonly Counted[]) => new Set(found.map(({ visitId }) => visitId)).size;
const hasPurchase = ({ purchases }: Visit) => purchases.some(({ status }) => status === 'paid');
const hasActivity = (visit: Visit) =>
  visit.pages.length > 0 || visit.failures.length > 0 || visit.leads > 0 || hasPurchase(visit);

function revenueOf(found: readonly Visit[]) {
  const paid = found.flatMap(({ purchases }) => purchases).filter(({ status }) => status === 'paid');
  return currencies.flatMap((currency) => {
    const own = paid.filter((purchase) => purchase.currency === currency);
    return own.length === 0
      ? []
      : [{ currency, amountMinor: own.reduce((sum, { amountMinor }) => sum + amountMinor, 0) }];
  });
}

/** The visits that started within the period. */
function visitsSince(all: readonly Visit[]): Visit[] {
  const isSeen = ({ pages, failures, paints }: Visit) => pages.length + failures.length + paints.length > 0;
  const before = new Set(
    all.filter((visit) => visit.at < since && isSeen(visit)).map(({ visitId }) => visitId),
  );
  return all.filter(({ visitId, at }) => at >= since && !before.has(visitId));
}

/** The analytics of a set, counted one by one. */
function expectedOf(setId: string, all: readonly Visit[]): Omit<SetAnalytics, 'setId'> {
  const own = visitsSince(all).filter((visit) => visit.setId === setId);
  const visitors = count(own.filter(hasActivity));
  const visitorsOf = (path: string) =>
    new Set(own.filter(({ pages }) => pages.includes(path)).map(({ visitId }) => visitId));
  const paints = own.flatMap((visit) => visit.paints).sort((a, b) => a - b);
  return {
    visitors,
    failures: proportion(count(own.filter(({ failures }) => failures.length > 0)), visitors),
    leads: proportion(count(own.filter(({ leads }) => leads > 0)), visitors),
    purchases: proportion(count(own.filter(hasPurchase)), visitors),
    revenue: revenueOf(own),
    steps: screens.map((path, at) => {
      const before = screens[at - 1];
      const seen = visitorsOf(path).size;
      if (before === undefined) return { path, visitors: seen, reached: proportion(seen, visitors) };
      const later = new Set(screens.slice(at).flatMap((screen) => [...visitorsOf(screen)]));
      const wentOn = [...visitorsOf(before)].filter((visitId) => later.has(visitId));
      return { path, visitors: seen, reached: proportion(wentOn.length, visitorsOf(before).size) };
    }),
    largestPaintMs: paints[Math.ceil(paints.length * 0.75) - 1] ?? null,
  };
}

function expectedVersions(all: readonly Visit[]) {
  const members = new Map(memberships.map(({ name, version }) => [`${name}@${version}`, { name, version }]));
  return [...members.values()]
    .map(({ name, version }) => {
      const sets = memberships.filter((member) => member.name === name && member.version === version);
      const own = visitsSince(all).filter((visit) => sets.some(({ set }) => set === visit.setId));
      const failed = own.filter((visit) =>
        visit.failures.some((failure) => failure.remote === name && failure.version === version),
      );
      return {
        name,
        version,
        visitors: count(own.filter(hasActivity)),
        failures: count(failed),
        leads: count(own.filter(({ leads }) => leads > 0)),
        purchases: count(own.filter(hasPurchase)),
        revenue: revenueOf(own),
      };
    })
    .filter(({ visitors }) => visitors > 0);
}

async function clear(db: Db) {
  for (const table of ['events', 'leads', 'checkout_sessions', 'release_set_members'] as const)
    await db.deleteFrom(table).execute();
}

describeOnEachEngine('release analytics', (open) => {
  it('equal a count of single visits, for any visits', async () => {
    const { db } = await open();
    const check = async (all: readonly Visit[]) => {
      await clear(db);
      await insertVisits(db, all);
      await db
        .insertInto('release_set_members')
        .values(memberships.map(({ set, name, version }) => ({ set_id: set, name, version })))
        .execute();
      for (const setId of setNames)
        expect(await readSetAnalytics(db, { setId, since }, screens)).toEqual({
          setId,
          ...expectedOf(setId, all),
        });
      const { versions } = await readVersionAnalytics(db, since);
      const byName = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
      expect(versions.sort(byName)).toEqual(expectedVersions(all).sort(byName));
    };
    await fc.assert(fc.asyncProperty(visits, check), { numRuns: 60, endOnFailure: true });
    await clear(db);
  });

  it('require an operator, and are empty before the first promotion', async () => {
    const { clock } = createTestClock();
    const app = await startTestApp({ database: await open(), clock });
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const read = async (path: string) => (await app.request(path, { headers })).json();
    expect(releaseAnalyticsSchema.parse(await read('/api/releases/analytics'))).toEqual({
      since: 0,
      asOf: clock(),
      stable: null,
      canary: null,
      comparison: null,
      titles: {},
    });
    expect(versionAnalyticsSchema.parse(await read('/api/releases/analytics/versions')).versions).toEqual([]);
    for (const path of ['/api/releases/analytics', '/api/releases/analytics/versions'])
      expect((await app.request(path)).status).toBe(401);
    await app.close();
  });

  it('attribute a purchase or failure to the visitor’s set, and ignore previews', async () => {
    const { db, ...database } = await open();
    const funnel = await startPaidFunnel({ db, ...database });
    const buy = async (headers: Record<string, string>) => {
      const visit = await startVisit(funnel.app, 'USD', 'bought');
      const cookie = [visit.cookie, headers['cookie']].filter(Boolean).join('; ');
      const opened: { sessionId: string } = await (
        await visit.post({ email: 'set@example.com' }, { cookie })
      ).json();
      funnel.api.complete(opened.sessionId);
      await visit.read(opened.sessionId);
    };
    await buy({});
    const preview = await previewCookieHeader(funnel.app);
    await buy({ cookie: preview });
    const reported = { name: 'ResourceFailed', at: 1, path: '/', setId: 'bought', remote: 'mfe-quiz' };
    const report = (cookie: string) =>
      funnel.app.post('/api/events', { events: [{ ...reported, id: randomUUID() }] }, { cookie });
    const { cookie } = await startAssignedVisit(funnel.app, 'bought');
    expect((await report(cookie)).status).toBe(202);
    expect((await report(`${cookie}; ${preview}`)).status).toBe(202);
    expect(await readVisitorCounts(db, { setId: 'bought', since: 0 })).toMatchObject({
      visitors: 2,
      failures: 1,
      purchases: 1,
      USD: 1999,
      EUR: null,
    });
    await funnel.close();
  });

  it.each(['a lead', 'a checkout session'])(
    'count no visitor as new who had left %s before the period, even if the browser reports no events',
    async (first) => {
      const { db, ...database } = await open();
      const funnel = await startPaidFunnel({ db, ...database });
      const setId = `after ${first}`;
      const visit = await startVisit(funnel.app, 'USD', setId);
      const openSession = () => visit.open({ email: 'ada@example.com' });
      if (first === 'a lead') await funnel.app.post('/api/leads', aLead(), { cookie: visit.cookie });
      else await openSession();
      funnel.advance(1);
      const start = funnel.clock();
      const { sessionId } = await openSession();
      funnel.api.complete(sessionId);
      expect((await visit.read(sessionId)).status).toBe('paid');
      expect(await readVisitorCounts(db, { setId, since: start })).toMatchObject({
        visitors: 0,
        purchases: 0,
      });
      expect(await readVisitorCounts(db, { setId, since: 0 })).toMatchObject({
        visitors: 1,
        leads: 1,
        purchases: 1,
      });
      await funnel.close();
    },
  );
});

it.each([
  [0, 0, 0, 1],
  [0, 200, 0, 0.0188],
  [5, 10, 0.2366, 0.7634],
  [200, 200, 0.9812, 1],
])('computes the 95 %% interval of %d in %d as %d to %d', (some, all, low, high) => {
  const interval = proportion(some, all);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});
