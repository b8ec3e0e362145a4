import { randomUUID } from 'node:crypto';

import { experimentReportSchema } from '@funnel/contracts/experiment-reports';
import * as z from 'zod';

import { aCheckoutSession } from '../billing/a-checkout-session.testkit.ts';
import { insertSession } from '../billing/checkout-session-repository.ts';
import type { Database } from '../platform/database.ts';
import type { EventRow } from '../platform/schema.ts';
import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testRemote } from '../releases/release.testkit.ts';
import { insertDecision } from './experiment-repository.ts';
import { insertExposures } from './exposure-repository.ts';
import { anExperiment } from './experiment.testkit.ts';
import { anEvent } from '../tracking/an-event.testkit.ts';

const dayMs = 86_400_000;
const perArm = 400;
const largeExperiment = {
  ...anExperiment,
  name: 'pricing/large',
  start: '2021-01-01',
  plannedVisitors: 200_000,
};

describeOnEachEngine('the report of experiments', (open) => {
  let database: Database;
  let app: TestApp;
  const headers = { authorization: `Bearer ${testOperatorToken}` };

  /** Stores an event of a visit, as its browser reports it. */
  const addEvents = async (
    ...events: (Pick<EventRow, 'visit_id' | 'name' | 'received_at'> & Partial<EventRow>)[]
  ) => {
    const rows = events.map((event) => anEvent({ set_id: 'set-1', path: '/final', ...event }));
    for (let from = 0; from < rows.length; from += 500)
      await database.db
        .insertInto('events')
        .values(rows.slice(from, from + 500))
        .execute();
  };

  /** A visit that saw an arm some days ago. Returns its id. */
  async function addExposure(arm: string, daysAgo: number, network: string) {
    const visitId = randomUUID();
    const at = app.context.clock() - daysAgo * dayMs;
    await insertExposures(database.db, [{ experiment: anExperiment.name, visit_id: visitId, arm, at }]);
    await addEvents({ visit_id: visitId, name: 'PageView', network, received_at: at });
    return { visitId, at };
  }

  let visits = 0;
  /** A visit that saw an arm some days ago, and paid some days later. Few visits have the same network. */
  async function addVisit(arm: string, daysAgo: number, paidAfterDays: number | null, isRefunded = false) {
    const { visitId, at } = await addExposure(arm, daysAgo, `20.${visits++ % 100}.0.0/16`);
    const { db } = database;
    if (paidAfterDays === null) return;
    const subscription = `sub_${visitId}`;
    const paidAt = at + paidAfterDays * dayMs;
    const session = aCheckoutSession({
      id: randomUUID(),
      visit_id: visitId,
      amount_minor: 2999,
      status: 'paid',
      subscription_id: subscription,
      created_at: paidAt,
      expires_at: paidAt,
      paid_at: paidAt,
      check_at: paidAt,
      set_id: 'set-1',
    });
    await insertSession(db, session);
    if (!isRefunded) return;
    const refund = { id: `re_${visitId}`, kind: 'refund', subscription_id: subscription } as const;
    await db
      .insertInto('payments')
      .values({ ...refund, amount_minor: 2999, currency: 'USD', at: paidAt })
      .execute();
  }
  /** Stores a payment row of this kind for this many buyers of the dialog. */
  async function plant(kind: 'refund' | 'dispute', buyers: number) {
    const sessions = await database.db
      .selectFrom('checkout_sessions')
      .innerJoin('exposures', 'exposures.visit_id', 'checkout_sessions.visit_id')
      .select('subscription_id')
      .where('exposures.arm', '=', 'dialog')
      .orderBy('subscription_id')
      .limit(buyers)
      .execute();
    const rest = { amount_minor: 2999, currency: 'USD', at: app.context.clock() };
    await database.db
      .insertInto('payments')
      .values(
        sessions.map(({ subscription_id: id }) => ({
          ...rest,
          id: `${kind}_${id}`,
          kind,
          subscription_id: id ?? '',
        })),
      )
      .execute();
  }

  const read = async (name = anExperiment.name) => {
    const response = await app.request('/api/reports/experiments', { headers });
    const reports = z.array(experimentReportSchema).parse(await response.json());
    const report = reports.find((one) => one.name === name);
    if (!report) throw new Error(`the live set has no experiment ${name}`);
    return report;
  };

  beforeAll(async () => {
    database = await open();
    app = await startTestApp({ database });
    const product = await publishProduct(app);
    const experiments = [{ ...anExperiment, plannedVisitors: 2 * perArm }, largeExperiment];
    await publishTest(app, testRemote('mfe-pricing', '1.1.0', { paths: ['/final'], experiments }));
    await promote(
      clientOf(app),
      product.map((member) => member.replace('mfe-pricing@1.0.0', 'mfe-pricing@1.1.0')),
    );
  });
  afterAll(() => app.close());

  it('says that nothing is known before there are visitors', async () => {
    const { status, verdict } = await read();
    expect({ status, verdict }).toEqual({
      status: 'running',
      verdict: 'Nothing is known about dialog yet. Planned 800 visitors, seen 0.',
    });
  });

  it('takes no decision before a visitor has seen an arm, and says why', async () => {
    const decision = { experiment: anExperiment.name, arm: 'page', why: 'The text is wrong.' };
    const response = await app.post('/api/reports/experiments/decisions', decision, headers);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      detail: `No visitor has seen the experiment "${anExperiment.name}" yet, so nothing can be decided about it.`,
    });
    expect((await read()).decisions).toEqual([]);
  });

  it('counts late buyers alike: those who paid in time, of those whose time is over', async () => {
    await addVisit('page', 10, 2);
    await addVisit('page', 10, 4);
    await addVisit('page', 1, 0.5);
    const { arms } = await read();
    expect(arms[0]).toMatchObject({
      name: 'page',
      exposed: 3,
      visitors: 2,
      purchases: 1,
      buyers: 3,
      refunds: 0,
    });
  });

  it('holds an arm back that sells more, when refunds are planted in it', async () => {
    for (let visit = 0; visit < perArm; visit++) {
      await addVisit('page', 10, visit < 60 ? 1 : null, visit < 2);
      await addVisit('dialog', 10, visit < 160 ? 1 : null, false);
    }
    const before = await read();
    expect(before.verdict).toMatch(
      /^dialog sells \d+\.\d to \d+\.\d points more than page\. Planned 800 visitors/,
    );
    await plant('refund', 100);
    const after = await read();
    expect(after.arms[1]).toMatchObject({ name: 'dialog', refunds: 100 });
    expect(after.verdict).toBe(
      `dialog is held back: it has more refunds than page. Planned 800 visitors, seen ${2 * perArm + 2}.`,
    );
  });

  it('holds an arm back when disputes are planted in it', async () => {
    await plant('dispute', 120);
    const after = await read();
    expect(after.arms).toMatchObject([{ disputes: 0 }, { name: 'dialog', refunds: 100, disputes: 120 }]);
    expect(after.verdict).toMatch(/^dialog is held back: it has more refunds and disputes than page\./);
  });

  it('holds back an arm whose pages load slowly, and counts only loads since it was seen', async () => {
    const slow = 3000;
    const visits = await database.db.selectFrom('exposures').select(['visit_id', 'arm', 'at']).execute();
    const loads = visits.flatMap(({ visit_id, arm, at }, n) => {
      const measure = arm === 'dialog' && n % 2 === 0 ? slow : 1200;
      const load = { visit_id, name: 'WebVital' as const, path: '/checkout' };
      return [
        { ...load, measure, received_at: at },
        { ...load, measure: slow, received_at: at - 1 },
      ];
    });
    await addEvents(...loads);
    const { arms, comparisons, verdict } = await read();
    expect(arms[0]).toMatchObject({ loads: perArm + 3, slowLoads: 0 });
    expect(arms[1]?.slowLoads).toBeGreaterThan(150);
    expect(comparisons).toMatchObject([
      { outcome: 'held-back', worse: ['slowLoads', 'refunds', 'disputes'] },
    ]);
    expect(verdict).toMatch(
      /^dialog is held back: it has more slow page loads, refunds, and disputes than page\./,
    );
  });

  it('counts a page load as slow if it took longer than 2.5 seconds', async () => {
    const slowLoadsIn = async () => Number((await read()).arms[1]?.slowLoads);
    const before = await slowLoadsIn();
    for (const [measure, slowLoads] of [
      [2500, before],
      [2501, before + 1],
    ] as const) {
      const { visitId, at } = await addExposure('dialog', 4, `198.55.${measure % 256}.0/24`);
      await addEvents({ visit_id: visitId, name: 'WebVital', measure, path: '/checkout', received_at: at });
      expect(await slowLoadsIn()).toBe(slowLoads);
    }
  });

  it('counts only page loads whose time was measured', async () => {
    const loadsIn = async () => Number((await read()).arms[1]?.loads);
    const before = await loadsIn();
    const { visitId, at } = await addExposure('dialog', 4, '198.57.0.0/16');
    await addEvents({ visit_id: visitId, name: 'WebVital', measure: null, received_at: at });
    expect(await loadsIn()).toBe(before);
    await addEvents({ visit_id: visitId, name: 'WebVital', measure: 900, received_at: at });
    expect(await loadsIn()).toBe(before + 1);
  });

  it.each([
    ['hold an arm back by failures', '198.51.0.0/16', ['page', 'dialog'], 'ResourceFailed'],
    ['cause a skewed assignment', '198.52.0.0/16', ['dialog'], null],
  ] as const)('lets 400 made-up visits of one network not %s', async (_, network, arms, failure) => {
    const before = await read();
    for (let visit = 0; visit < 400; visit++) {
      const arm = arms[visit % arms.length] ?? 'dialog';
      const { visitId, at } = await addExposure(arm, 4, network);
      if (arm === 'dialog' && failure) await addEvents({ visit_id: visitId, name: failure, received_at: at });
    }
    const after = await read();
    expect({ skewed: after.skewedArm, worse: after.comparisons[0]?.worse }).toEqual({
      skewed: null,
      worse: before.comparisons[0]?.worse,
    });
    const exposed = ({ arms }: typeof after) => arms.reduce((sum, arm) => sum + arm.exposed, 0);
    expect(exposed(after) - exposed(before)).toBeLessThanOrEqual(60);
  });

  it('keeps who decided what, and why, for arms that exist', async () => {
    const decide = (body: object) => app.post('/api/reports/experiments/decisions', body, headers);
    const decision = { experiment: anExperiment.name, arm: 'page', why: 'The dialog causes refunds.' };
    expect((await decide(decision)).status).toBe(201);
    expect((await decide({ ...decision, arm: 'drawer' })).status).toBe(404);
    expect((await decide({ ...decision, why: '' })).status).toBe(422);
    expect((await app.post('/api/reports/experiments/decisions', decision)).status).toBe(401);
    expect((await read()).decisions).toEqual([
      { arm: 'page', why: decision.why, actor: expect.any(String), at: app.context.clock() },
    ]);
  });

  it('counts neither purchases nor refunds of a visit from before it saw its arm', async () => {
    const before = (await read()).arms[0];
    await addVisit('page', 10, -1, true);
    const after = (await read()).arms[0];
    expect(after).toEqual({
      ...before,
      exposed: Number(before?.exposed) + 1,
      visitors: Number(before?.visitors) + 1,
    });
  });

  it('limits the failures of a network in an arm, and not those in the control', async () => {
    const failuresIn = async () => (await read()).arms.map(({ failures }) => failures);
    const [control = 0, dialog = 0] = await failuresIn();
    for (let visit = 0; visit < 40; visit++) {
      const { visitId, at } = await addExposure(visit % 2 === 0 ? 'page' : 'dialog', 4, '198.54.0.0/16');
      await addEvents({ visit_id: visitId, name: 'ResourceFailed', received_at: at });
    }
    expect(await failuresIn()).toEqual([control + 20, dialog + 5]);
  });

  it('does not let one network hold back an arm while a large experiment is young, and counts more of it later', async () => {
    /** Visits of the large experiment, half of them in each arm if there are two. */
    async function add(
      count: number,
      arms: readonly string[],
      networkOf: (visit: number) => string,
      name: string,
    ) {
      const at = app.context.clock() - 4 * dayMs;
      const rows = Array.from({ length: count }, (_, visit) => ({
        experiment: largeExperiment.name,
        visit_id: randomUUID(),
        arm: arms[visit % arms.length] ?? 'page',
        at,
      }));
      for (let from = 0; from < count; from += 500)
        await insertExposures(database.db, rows.slice(from, from + 500));
      const event = ({ visit_id }: (typeof rows)[number], visit: number) => ({
        visit_id,
        network: networkOf(visit),
        received_at: at,
      });
      await addEvents(...rows.map((row, visit) => ({ ...event(row, visit), name: 'PageView' })));
      if (name !== 'PageView') await addEvents(...rows.map((row, visit) => ({ ...event(row, visit), name })));
    }
    const addOthers = (count: number) =>
      add(count, ['page', 'dialog'], (visit) => `30.${visit % 250}.0.0/16`, 'PageView');
    const dialog = async () => {
      const { arms, comparisons } = await read(largeExperiment.name);
      return { failures: arms[1]?.failures, worse: comparisons[0]?.worse };
    };

    await addOthers(2_000);
    await add(400, ['dialog'], () => '198.62.0.0/16', 'ResourceFailed');
    expect(await dialog()).toEqual({ failures: 5, worse: [] });
    // At most 60 visits of each of the 250 others, 15,000 together, let 75 visits of it count, and so 6 failures.
    await addOthers(14_000);
    expect(await dialog()).toEqual({ failures: 6, worse: [] });
    await database.db.deleteFrom('exposures').where('experiment', '=', largeExperiment.name).execute();
  });

  // The columns: loads of the network in the control, slow ones of them, slow ones of its 20 in the arm, and how many of these count.
  it.each([
    ['has no slow ones in the control', '198.58.0.0/16', 20, 0, 20, 5],
    ['has half of them in the control', '198.59.0.0/16', 20, 10, 20, 15],
    ['has as many in the control', '198.60.0.0/16', 20, 10, 10, 10],
    ['has one load in the control, a slow one', '198.61.0.0/16', 1, 1, 20, 6],
  ])(
    'counts, of the slow page loads of a network that %s, what the control explains and five more',
    async (_, network, loadsOfControl, ofControl, ofDialog, counted) => {
      const slowLoadsIn = async () => (await read()).arms.map(({ slowLoads }) => slowLoads);
      const [control = 0, dialog = 0] = await slowLoadsIn();
      for (const [arm, loads, slow] of [
        ['page', loadsOfControl, ofControl],
        ['dialog', 20, ofDialog],
      ] as const)
        for (let visit = 0; visit < 20; visit++) {
          const { visitId, at } = await addExposure(arm, 4, network);
          if (visit >= loads) continue;
          const measure = visit < slow ? 9000 : 900;
          await addEvents({ visit_id: visitId, name: 'WebVital', measure, received_at: at });
        }
      expect(await slowLoadsIn()).toEqual([control + ofControl, dialog + counted]);
    },
  );

  it('lists the decisions about the experiment itself, the newest first', async () => {
    const { db } = database;
    await db.deleteFrom('experiment_decisions').execute();
    for (const [experiment, why, at] of [
      [anExperiment.name, 'It is too early.', 1000],
      [anExperiment.name, 'The dialog sells more.', 3000],
      [anExperiment.name, 'It is still unclear.', 2000],
      ['pricing/another-experiment', 'Longer trials.', 4000],
    ] as const)
      await insertDecision(db, { id: randomUUID(), experiment, arm: 'dialog', why, actor: 'ada', at });
    expect((await read()).decisions).toEqual([
      { arm: 'dialog', why: 'The dialog sells more.', actor: 'ada', at: 3000 },
      { arm: 'dialog', why: 'It is still unclear.', actor: 'ada', at: 2000 },
      { arm: 'dialog', why: 'It is too early.', actor: 'ada', at: 1000 },
    ]);
  });

  it('lists the decisions about all experiments, also of those that the live set no longer has', async () => {
    const { db } = database;
    await db.deleteFrom('experiment_decisions').execute();
    for (const [experiment, at] of [
      ['pricing/removed', 1000],
      [anExperiment.name, 2000],
    ] as const)
      await insertDecision(db, {
        id: randomUUID(),
        experiment,
        arm: 'page',
        why: 'Unclear.',
        actor: 'ada',
        at,
      });
    const response = await app.request('/api/reports/experiments/decisions', { headers });
    expect(await response.json()).toEqual([
      { experiment: anExperiment.name, arm: 'page', why: 'Unclear.', actor: 'ada', at: 2000 },
      { experiment: 'pricing/removed', arm: 'page', why: 'Unclear.', actor: 'ada', at: 1000 },
    ]);
    expect((await app.request('/api/reports/experiments/decisions')).status).toBe(401);
  });

  it('says of each experiment whether it runs, and which other one keeps it off', async () => {
    const experiments = [
      anExperiment,
      { ...anExperiment, name: 'pricing/later', start: '2020-03-01' },
      { ...anExperiment, name: 'pricing/next-century', start: '2099-01-01' },
      { ...anExperiment, name: 'pricing/turned-off', share: 0 },
      { ...anExperiment, name: 'pricing/over', end: '2020-02-01' },
      { ...anExperiment, name: 'pricing/over-and-turned-off', end: '2020-02-01', share: 0 },
    ];
    await publishTest(app, testRemote('mfe-pricing', '1.2.0', { paths: ['/final'], experiments }));
    await promote(clientOf(app), ['mfe-pricing@1.2.0']);
    const response = await app.request('/api/reports/experiments', { headers });
    const reports = z.array(experimentReportSchema).parse(await response.json());
    expect(reports.map(({ name, status, clashesWith }) => [name, status, clashesWith])).toEqual([
      ['pricing/checkout-in-dialog', 'running', null],
      ['pricing/later', 'clashing', 'pricing/checkout-in-dialog'],
      ['pricing/next-century', 'planned', null],
      ['pricing/turned-off', 'off', null],
      ['pricing/over', 'expired', null],
      ['pricing/over-and-turned-off', 'expired', null],
    ]);
  });

  it('counts what fails in a visit since it saw its arm, and not what failed before', async () => {
    const failuresIn = async () => (await read()).arms[1]?.failures;
    const before = Number(await failuresIn());
    const { visitId, at } = await addExposure('dialog', 4, '198.53.0.0/16');
    await addEvents({ visit_id: visitId, name: 'ResourceFailed', received_at: at - 1 });
    expect(await failuresIn()).toBe(before);
    await addEvents({ visit_id: visitId, name: 'ScriptFailed', received_at: at });
    expect(await failuresIn()).toBe(before + 1);
  });

  it('counts only those as buyers who have paid', async () => {
    const buyersOf = async () => (await read()).arms.map(({ buyers }) => buyers);
    const before = await buyersOf();
    const { visitId, at } = await addExposure('dialog', 3, '22.0.0.0/16');
    const opened = { id: randomUUID(), visit_id: visitId, created_at: at + dayMs, set_id: 'set-1' };
    await insertSession(database.db, aCheckoutSession(opened));
    expect(await buyersOf()).toEqual(before);
  });
});
