import { startCanaryStages, updateCanaryStage } from '@funnel/releases/canary-stages/canary-stages';

import { refuseWrites } from '../platform/refuse-writes.testkit.ts';
import { describeOnEachEngine, startTestApp } from '../platform/service.testkit.ts';
import { stagedCanary, stages } from './canary-stages.testkit.ts';
import { promote, rollback, status, updateCanary } from './release-calls.testkit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describeOnEachEngine('a canary with stages', (open, engine) => {
  const {
    clock,
    advance,
    client,
    clientOfReplica,
    context,
    sets,
    canaryNow,
    newest,
    addStable,
    addCanary,
    addEqualVisits,
    look,
  } = stagedCanary(open);

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
    await addStable(500);
    await addCanary(500);
    advance(24 * hourMs);
    expect(await look()).toBe(1);
    expect(await status(client())).toMatchObject({ set: { id: sets().canary }, canary: null });
    expect(await newest()).toMatchObject({ actor: 'canary-stages', action: 'finish', to: sets().canary });
    expect(await look()).toBe(0);
    await rollback(client(), sets().stable);
  });

  it('continues after a time without any running service', async () => {
    await addEqualVisits();
    advance(7 * 24 * hourMs);
    // A new process knows nothing but the database.
    const restarted = await startTestApp({ database: context().database, clock });
    expect(await updateCanaryStage(restarted.context)).toBe(true);
    await restarted.close();
    // The next stage lasts as long as it should, and not less because the previous one was late.
    expect(await canaryNow()).toMatchObject({ percent: 50, plan: { dueAt: clock() + 24 * hourMs } });
  });

  it('stays at its stage if the history cannot be written, and fails, so that it is logged and tried again', async () => {
    await addEqualVisits();
    advance(2 * hourMs);
    const refused = { write: 'insert', table: 'release_audit', reason: 'read only' };
    const allow = await refuseWrites(context().database.db, engine, refused);
    await expect(updateCanaryStage(context())).rejects.toThrow('read only');
    await allow();
    expect(await canaryNow()).toMatchObject({ percent: 10, plan: { current: 0, heldBecause: null } });
    expect(await look()).toBe(1);
  });

  it('continues in the background', async () => {
    await addEqualVisits();
    advance(24 * hourMs);
    await startCanaryStages(context()).stop();
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
      updateCanary(clientOfReplica(), { action: 'hold', note: 'other' }),
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
