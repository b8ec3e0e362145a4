import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';

import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { stagedCanary, stages } from './canary-stages.testkit.ts';
import { deprecate, updateCanary } from './release-calls.testkit.ts';

const hourMs = 3_600_000;

describeOnEachEngine('a canary at the end of a stage', (open) => {
  const {
    clock,
    advance,
    client,
    context,
    canaryNow,
    newest,
    addStable,
    addCanary,
    addEqualVisits,
    certify,
    start,
    restartAt,
    look,
  } = stagedCanary(open);

  /** Both replicas look after the end of the first stage, and one of them holds the canary for this reason. */
  async function expectHeld(reason: string, percent = 10) {
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({
      percent,
      plan: { current: 0, heldBecause: expect.stringContaining(reason) },
    });
  }

  it('is held at the end of a stage that fewer than 200 visitors have got, and is judged again when resumed', async () => {
    await addStable(1800);
    await addCanary(199);
    // These have reported how fast a page was, and nothing else.
    await addStable(1, { pages: [], paints: [1200] });
    await addCanary(1, { pages: [], paints: [1200] });
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
    await expectHeld('199 visitors');
    await addCanary(1);
    await updateCanary(client(), { action: 'resume' });
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({
      percent: 50,
      plan: { current: 1, dueAt: clock() + 24 * hourMs, heldBecause: null },
    });
  });

  it('is held at the end of a stage that nobody has got', async () => {
    advance(2 * hourMs);
    await expectHeld(
      'Too few visitors to judge (200 of each set are needed): 0 of the canary and 0 of the stable set count.',
    );
  });

  it('is judged before the next stage when an operator resumes it after the end of a stage', async () => {
    await addStable(2700, { leads: 1 });
    await addCanary(300);
    advance(2 * hourMs);
    // The stage is over, and no replica has judged it yet.
    await updateCanary(client(), { action: 'hold', note: 'the ads change at noon' });
    await updateCanary(client(), { action: 'resume' });
    expect(await canaryNow()).toMatchObject({ percent: 10, plan: { current: 0 } });
    await expectHeld('The canary is worse than the stable set: leads.');
  });

  it('is held if most of its visitors come from one network, because they may be forged', async () => {
    await addStable(2700);
    await addCanary(139);
    await addCanary(161, { network: '198.51.0.0/16' });
    advance(2 * hourMs);
    await expectHeld(
      'Too few visitors to judge (200 of each set are needed): 199 of the canary and 2700 of the stable set count. At most 60 visitors per network are counted. Excluded networks (most leads): 0. 300 visitors',
    );
  });

  it('is held if its smoke test has failed since it started', async () => {
    await addEqualVisits();
    await certify({ outcome: 'failed', report: 'step 4 is blank' });
    advance(2 * hourMs);
    await expectHeld('The smoke test of the canary has failed');
    await certify({ outcome: 'passed', report: '' });
  });

  it('is held if one of its new versions was deprecated', async () => {
    await addEqualVisits();
    await deprecate(client(), { name: 'mfe-quiz', version: '1.1.0', reason: 'loses the answer of step 4' });
    advance(2 * hourMs);
    await expectHeld('mfe-quiz@1.1.0 is deprecated: loses the answer of step 4');
    await deprecate(client(), { name: 'mfe-quiz', version: '1.1.0', reason: null });
  });

  it('continues although its smoke test failed before it started, and a version of both sets is deprecated', async () => {
    await updateCanary(client(), { action: 'stop' });
    await certify({ outcome: 'failed', report: 'step 4 was blank' });
    await deprecate(client(), { name: 'mfe-pricing', version: '1.0.0', reason: 'has old prices' });
    advance(1);
    await start(stages);
    await addEqualVisits();
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({ percent: 50, plan: { current: 1, heldBecause: null } });
    await certify({ outcome: 'passed', report: '' });
    await deprecate(client(), { name: 'mfe-pricing', version: '1.0.0', reason: null });
  });

  it('is held if it is worse than the stable set', async () => {
    const purchases = [{ currency: 'USD', amountMinor: 1999, status: 'paid' }] as const;
    await addStable(2700, { leads: 1, purchases });
    await addCanary(300);
    advance(2 * hourMs);
    await expectHeld('The canary is worse than the stable set: leads, purchases.');
  });

  it('is held if it is worse, even if one network makes up visits of the canary with leads', async () => {
    await updateCanary(client(), { action: 'stop' });
    await restartAt(50);
    const network = '203.0.0.0/16';
    await addStable(132);
    await addStable(87, { leads: 1 });
    await addStable(150, { network });
    await addCanary(210);
    await addCanary(139, { network, leads: 1 });
    await addCanary(11, { network });
    advance(2 * hourMs);
    await expectHeld('The canary is worse than the stable set: leads.', 50);
  });

  it('is held while an alert asks an operator to decide, even if reports make the stable set look worse', async () => {
    await addStable(2300);
    for (let at = 0; at < 10; at++) await addStable(40, { failing: 40, network: `198.${at}.0.0/16` });
    await addCanary(260);
    await addCanary(40, { failing: 40 });
    advance(2 * hourMs);
    await expectHeld('The canary is reported to fail for 40 of 300 visitors');
  });

  it('waits for its rollback if it fails more often than the stable set did the day before', async () => {
    await updateCanary(client(), { action: 'stop' });
    await addStable(1000);
    advance(hourMs);
    await restartAt(90);
    await addStable(25);
    await addCanary(200);
    await addCanary(50, { failing: 50 });
    advance(2 * hourMs);
    expect(await look()).toBe(0);
    expect(await canaryNow()).toMatchObject({ percent: 90, plan: { current: 0, heldBecause: null } });
    expect(await createCanaryAnalysis(context())()).toBe(true);
    expect(await canaryNow()).toBeNull();
    expect(await newest()).toMatchObject({ action: 'heal', note: expect.stringContaining('50 of 250') });
  });

  it('continues if it is better than the stable set', async () => {
    await addStable(2700);
    await addCanary(300, { leads: 1 });
    advance(2 * hourMs);
    expect(await look()).toBe(1);
    expect(await canaryNow()).toMatchObject({ percent: 50, plan: { current: 1, heldBecause: null } });
  });

  it('is held if too few visitors of the canary arrive for its percentage', async () => {
    await addStable(7500);
    await addCanary(500);
    advance(2 * hourMs);
    await expectHeld('The canary does not get the share of visitors that it should.');
  });

  it('stays held for too few visitors after it was resumed, because its percentage is the same', async () => {
    await addStable(7500);
    await addCanary(500);
    advance(2 * hourMs);
    await look();
    await updateCanary(client(), { action: 'resume' });
    await expectHeld('The canary does not get the share of visitors that it should.');
    await updateCanary(client(), { action: 'stop' });
    const comparison = { assignment: { actual: 0.0625 }, advice: 'check-assignment' };
    expect((await newest())?.report?.comparison).toMatchObject(comparison);
  });
});
