import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';
import { startCanaryStages, updateCanaryStage } from '@funnel/releases/canary-stages/canary-stages';

import { refuseWrites } from '../platform/refuse-writes.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import {
  audit,
  deprecate,
  promote,
  rollback,
  sendCertification,
  status,
  updateCanary,
} from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const stages = [
  { percent: 10, minutes: 120 },
  { percent: 50, minutes: 24 * 60 },
];

describeOnEachEngine('a canary with stages', (open, engine) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let replica: TestApp;
  let stable = '';
  let canary = '';

  const client = () => clientOf(app);
  const canaryNow = async () => (await status(client())).canary;
  const newest = async () => (await audit(client())).deployments[0];
  /** As many visitors of each set as a stage of 10 % brings. */
  const addEqualVisits = async () => {
    await addVisits(app, stable, 2700);
    await addVisits(app, canary, 300);
  };
  /** Starts the canary again, with one stage of this percentage. */
  async function restartAt(percent: number) {
    const started = await promote(client(), ['mfe-quiz@1.1.0'], { stages: [{ percent, minutes: 120 }] });
    canary = started.canary?.set.id ?? '';
    advance(1);
  }
  /** Both replicas look at once. Returns how many changed something. */
  const look = async () =>
    (await Promise.all([updateCanaryStage(app.context), updateCanaryStage(replica.context)])).filter(Boolean)
      .length;

  beforeAll(async () => {
    const database = await open();
    app = await startTestApp({ database, clock });
    replica = await startTestApp({ database, clock });
    await promote(client(), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
  });
  afterAll(() => Promise.all([app.close(), replica.close()]));
  beforeEach(async () => {
    advance(48 * hourMs);
    const started = await promote(client(), ['mfe-quiz@1.1.0'], { stages });
    stable = started.set?.id ?? '';
    canary = started.canary?.set.id ?? '';
    advance(1);
  });
  afterEach(async () => {
    if (await canaryNow()) await updateCanary(client(), { action: 'stop' });
  });

  it('increases automatically, is promoted at the end, and records why', async () => {
    const startedAt = clock() - 1;
    expect(await canaryNow()).toMatchObject({
      percent: 10,
      plan: { current: 0, stages, dueAt: startedAt + 2 * hourMs, heldBecause: null },
    });
    await addEqualVisits();
    advance(2 * hourMs - 2);
    expect(await look()).toBe(0);
    advance(1);
    // Two replicas see that the stage is over, and one begins the next.
    expect(await look()).toBe(1);
    const begunAt = clock();
    expect(await canaryNow()).toMatchObject({
      percent: 50,
      startedAt,
      plan: { current: 1, dueAt: begunAt + 24 * hourMs },
    });
    expect(await newest()).toMatchObject({
      actor: 'canary-stages',
      action: 'widen',
      percent: 50,
      note: expect.stringMatching(
        /^Stage 1 of 2 is over\. No harm was found, and none is ruled out\. 300 visitors of the canary: 0 failures, 0 leads, 0 purchases\.$/,
      ),
    });
    expect(await look()).toBe(0);
    await addVisits(app, stable, 500);
    await addVisits(app, canary, 500);
    advance(24 * hourMs);
    expect(await look()).toBe(1);
    expect(await status(client())).toMatchObject({ set: { id: canary }, canary: null });
    expect(await newest()).toMatchObject({ actor: 'canary-stages', action: 'finish', to: canary });
    expect(await look()).toBe(0);
    await rollback(client(), stable);
  });

  it('continues after a time without any running service', async () => {
    await addEqualVisits();
    advance(7 * 24 * hourMs);
    // A new process knows nothing but the database.
    const restarted = await startTestApp({ database: app.context.database, clock });
    expect(await updateCanaryStage(restarted.context)).toBe(true);
    await restarted.close();
    // The next stage lasts as long as it should, and not less because the previous one was late.
    expect(await canaryNow()).toMatchObject({ percent: 50, plan: { dueAt: clock() + 24 * hourMs } });
  });

  it('stays at its stage if the history cannot be written, and fails, so that it is logged and tried again', async () => {
    await addEqualVisits();
    advance(2 * hourMs);
    const refused = { write: 'insert', table: 'release_audit', reason: 'read only' };
    const allow = await refuseWrites(app.context.database.db, engine, refused);
    await expect(updateCanaryStage(app.context)).rejects.toThrow('read only');
    await allow();
    expect(await canaryNow()).toMatchObject({ percent: 10, plan: { current: 0, heldBecause: null } });
    expect(await look()).toBe(1);
  });

  it('continues in the background', async () => {
    await addEqualVisits();
    advance(24 * hourMs);
    await startCanaryStages(app.context).stop();
    expect(await canaryNow()).toMatchObject({ percent: 50 });
  });

  it('keeps its percentage while an operator holds it, and continues for the rest of the stage', async () => {
    await addEqualVisits();
    advance(90 * minuteMs);
    await updateCanary(client(), { action: 'hold', note: 'the ads change at noon' });
    expect(await canaryNow()).toMatchObject({
      percent: 10,
      plan: { dueAt: null, heldBecause: 'the ads change at noon' },
    });
    await expect(updateCanary(client(), { action: 'hold' })).rejects.toMatchObject({
      message: 'The stages of the canary are held already.',
    });
    advance(24 * hourMs);
    expect(await look()).toBe(0);
    await updateCanary(client(), { action: 'resume' });
    expect(await newest()).toMatchObject({ action: 'resume', percent: 10 });
    const left = 30 * minuteMs - 1;
    expect((await canaryNow())?.plan).toMatchObject({ dueAt: clock() + left, heldBecause: null });
    await expect(updateCanary(client(), { action: 'resume' })).rejects.toMatchObject({
      message: 'The stages of the canary are not held.',
    });
    advance(left);
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({ percent: 50 });
  });

  it('is held at the end of a stage that fewer than 200 visitors have got, and is judged again when resumed', async () => {
    await addVisits(app, stable, 1800);
    await addVisits(app, canary, 199);
    // These have reported how fast a page was, and nothing else.
    await addVisits(app, stable, 1, { pages: [], paints: [1200] });
    await addVisits(app, canary, 1, { pages: [], paints: [1200] });
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect(await newest()).toMatchObject({ actor: 'canary-stages', action: 'hold', percent: 10 });
    expect((await canaryNow())?.plan).toMatchObject({
      current: 0,
      dueAt: null,
      remainingMs: 0,
      heldBecause: expect.stringContaining(
        'Too few visitors to judge (200 of each set are needed): 199 of the canary and 1800 of the stable set count.',
      ),
    });
    await updateCanary(client(), { action: 'resume', note: 'a quiet day' });
    expect(await newest()).toMatchObject({ action: 'resume', percent: 10, note: 'a quiet day' });
    expect(await canaryNow()).toMatchObject({ percent: 10, plan: { current: 0, dueAt: clock() } });
    expect(await look()).toBe(1);
    expect((await canaryNow())?.plan?.heldBecause).toContain('199 visitors');
    await addVisits(app, canary, 1);
    await updateCanary(client(), { action: 'resume' });
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({
      percent: 50,
      plan: { current: 1, dueAt: clock() + 24 * hourMs, heldBecause: null },
    });
  });

  it('is held at the end of a stage that nobody has got', async () => {
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({
      percent: 10,
      plan: {
        current: 0,
        heldBecause: expect.stringContaining(
          'Too few visitors to judge (200 of each set are needed): 0 of the canary and 0 of the stable set count.',
        ),
      },
    });
  });

  it('is judged before the next stage when an operator resumes it after the end of a stage', async () => {
    await addVisits(app, stable, 2700, { leads: 1 });
    await addVisits(app, canary, 300);
    advance(2 * hourMs);
    // The stage is over, and no replica has judged it yet.
    await updateCanary(client(), { action: 'hold', note: 'the ads change at noon' });
    await updateCanary(client(), { action: 'resume' });
    expect(await canaryNow()).toMatchObject({ percent: 10, plan: { current: 0 } });
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({
      percent: 10,
      plan: {
        current: 0,
        heldBecause: expect.stringContaining('The canary is worse than the stable set: leads.'),
      },
    });
  });

  it('is held if most of its visitors come from one network, because they may be forged', async () => {
    await addVisits(app, stable, 2700);
    await addVisits(app, canary, 139);
    await addVisits(app, canary, 161, { network: '198.51.0.0/16' });
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect((await canaryNow())?.plan?.heldBecause).toContain(
      'Too few visitors to judge (200 of each set are needed): 199 of the canary and 2700 of the stable set count. At most 60 visitors per network are counted. Excluded networks (most leads): 0. 300 visitors',
    );
  });

  it('is held if its smoke test has failed since it started', async () => {
    await addEqualVisits();
    await sendCertification(client(), canary, { outcome: 'failed', report: 'step 4 is blank' });
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect((await canaryNow())?.plan?.heldBecause).toContain('The smoke test of the canary has failed');
    await sendCertification(client(), canary, { outcome: 'passed', report: '' });
  });

  it('is held if one of its new versions was deprecated', async () => {
    await addEqualVisits();
    await deprecate(client(), { name: 'mfe-quiz', version: '1.1.0', reason: 'loses the answer of step 4' });
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect((await canaryNow())?.plan?.heldBecause).toContain(
      'mfe-quiz@1.1.0 is deprecated: loses the answer of step 4',
    );
    await deprecate(client(), { name: 'mfe-quiz', version: '1.1.0', reason: null });
  });

  it('continues although its smoke test failed before it started, and a version of both sets is deprecated', async () => {
    await updateCanary(client(), { action: 'stop' });
    await sendCertification(client(), canary, { outcome: 'failed', report: 'step 4 was blank' });
    await deprecate(client(), { name: 'mfe-pricing', version: '1.0.0', reason: 'has old prices' });
    advance(1);
    await promote(client(), ['mfe-quiz@1.1.0'], { stages });
    advance(1);
    await addEqualVisits();
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({ percent: 50, plan: { current: 1, heldBecause: null } });
    await sendCertification(client(), canary, { outcome: 'passed', report: '' });
    await deprecate(client(), { name: 'mfe-pricing', version: '1.0.0', reason: null });
  });

  it('is held if it is worse than the stable set', async () => {
    const purchases = [{ currency: 'USD', amountMinor: 1999, status: 'paid' }] as const;
    await addVisits(app, stable, 2700, { leads: 1, purchases });
    await addVisits(app, canary, 300);
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect((await canaryNow())?.plan?.heldBecause).toContain(
      'The canary is worse than the stable set: leads, purchases.',
    );
  });

  it('is held if it is worse, also if one network makes up visits of the canary with leads', async () => {
    await updateCanary(client(), { action: 'stop' });
    await restartAt(50);
    const network = '203.0.0.0/16';
    await addVisits(app, stable, 132);
    await addVisits(app, stable, 87, { leads: 1 });
    await addVisits(app, stable, 150, { network });
    await addVisits(app, canary, 210);
    await addVisits(app, canary, 139, { network, leads: 1 });
    await addVisits(app, canary, 11, { network });
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect((await canaryNow())?.plan?.heldBecause).toContain(
      'The canary is worse than the stable set: leads.',
    );
  });

  it('is held while an alert asks an operator to decide, even if reports make the stable set look worse', async () => {
    await addVisits(app, stable, 2300);
    for (let at = 0; at < 10; at++)
      await addVisits(app, stable, 40, { failing: 40, network: `198.${at}.0.0/16` });
    await addVisits(app, canary, 260);
    await addVisits(app, canary, 40, { failing: 40 });
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({
      percent: 10,
      plan: {
        current: 0,
        heldBecause: expect.stringContaining('The canary is reported to fail for 40 of 300 visitors'),
      },
    });
  });

  it('waits for its rollback if it fails more often than the stable set did the day before', async () => {
    await updateCanary(client(), { action: 'stop' });
    await addVisits(app, stable, 1000);
    advance(hourMs);
    await restartAt(90);
    await addVisits(app, stable, 25);
    await addVisits(app, canary, 200);
    await addVisits(app, canary, 50, { failing: 50 });
    advance(2 * hourMs);
    expect(await look()).toBe(0);
    expect(await canaryNow()).toMatchObject({ percent: 90, plan: { current: 0, heldBecause: null } });
    expect(await createCanaryAnalysis(app.context)()).toBe(true);
    expect(await canaryNow()).toBeNull();
    expect(await newest()).toMatchObject({ action: 'heal', note: expect.stringContaining('50 of 250') });
  });

  it('continues if it is better than the stable set', async () => {
    await addVisits(app, stable, 2700);
    await addVisits(app, canary, 300, { leads: 1 });
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({ percent: 50, plan: { current: 1, heldBecause: null } });
  });

  it('is held if too few visitors of the canary arrive for its percentage', async () => {
    await addVisits(app, stable, 7500);
    await addVisits(app, canary, 500);
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect((await canaryNow())?.plan?.heldBecause).toContain(
      'The canary does not get the share of visitors that it should.',
    );
  });

  it('stays held for too few visitors after it was resumed, because its percentage is the same', async () => {
    await addVisits(app, stable, 7500);
    await addVisits(app, canary, 500);
    advance(2 * hourMs);
    await look();
    await updateCanary(client(), { action: 'resume' });
    expect(await look()).toBe(1);
    expect((await canaryNow())?.plan?.heldBecause).toContain(
      'The canary does not get the share of visitors that it should.',
    );
    await updateCanary(client(), { action: 'stop' });
    const comparison = { assignment: { actual: 0.0625 }, advice: 'check-assignment' };
    expect((await newest())?.report?.comparison).toMatchObject(comparison);
  });

  it('has no more stages after an operator has changed its percentage, stopped it, or rolled back', async () => {
    await addEqualVisits();
    await updateCanary(client(), { action: 'hold' });
    expect((await canaryNow())?.plan?.heldBecause).toBe('An operator holds it.');
    await updateCanary(client(), { action: 'widen', percent: 30 });
    expect(await canaryNow()).toMatchObject({ percent: 30, plan: null });
    await expect(updateCanary(client(), { action: 'hold' })).rejects.toMatchObject({
      message: 'The canary has no stages. Change its percentage, promote it, or stop it.',
    });
    advance(2 * hourMs);
    expect(await look()).toBe(0);
    await updateCanary(client(), { action: 'stop' });
    expect(await look()).toBe(0);
  });

  it('follows one of two operators who act at once', async () => {
    const results = await Promise.allSettled([
      updateCanary(client(), { action: 'hold', note: 'one' }),
      updateCanary(clientOf(replica), { action: 'hold', note: 'other' }),
    ]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({
      reason: {
        message: expect.stringMatching(/^(Production has changed meanwhile|The stages .* are held already)/),
      },
    });
    const { action, note } = (await newest()) ?? {};
    expect([action, note]).toEqual(['hold', (await canaryNow())?.plan?.heldBecause]);
  });

  it.each([
    [
      'descending',
      [
        { percent: 50, minutes: 60 },
        { percent: 10, minutes: 60 },
      ],
    ],
    ['empty', []],
    ['too long', [{ percent: 50, minutes: 15 * 24 * 60 }]],
    ['no percentage of new visitors', [{ percent: 100, minutes: 60 }]],
  ])('is rejected if its stages are %s', async (_, given) => {
    await updateCanary(client(), { action: 'stop' });
    await expect(promote(client(), ['mfe-quiz@1.1.0'], { stages: given })).rejects.toMatchObject({
      code: 'invalid-request',
    });
    await promote(client(), ['mfe-quiz@1.1.0'], { stages });
  });

  it('is rejected together with one percentage', async () => {
    await updateCanary(client(), { action: 'stop' });
    await expect(promote(client(), ['mfe-quiz@1.1.0'], { stages, canary: 5 })).rejects.toMatchObject({
      message: 'A canary has one percentage or stages, not both.',
    });
  });
});
