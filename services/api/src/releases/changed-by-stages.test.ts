import { updateCanaryStage } from '@funnel/releases/canary-stages/canary-stages';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { audit, promote, status, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

const hourMs = 3_600_000;
const changedMeanwhile =
  'Production has changed meanwhile, by another operator or by the service. Check the status and try again.';

describeOnEachEngine('a canary whose next stage began while an operator typed', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let stable = '';
  let canary = '';

  const client = () => clientOf(app);

  /** Ends the stage, after as many equal visits of both sets as its percentage brings. */
  async function endStage(percent: number) {
    await addVisits(app, stable, 20 * (100 - percent));
    await addVisits(app, canary, 20 * percent);
    advance(2 * hourMs);
    expect(await updateCanaryStage(app.context)).toBe(true);
  }

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(client(), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
    const stages = [50, 60].map((percent) => ({ percent, minutes: 120 }));
    const started = await promote(client(), ['mfe-quiz@1.1.0'], { stages });
    stable = started.set?.id ?? '';
    canary = started.canary?.set.id ?? '';
    advance(1);
  });
  afterAll(() => app.close());

  it('is not held by an operator who saw an earlier stage', async () => {
    await endStage(50);
    const before = await status(client());
    expect(before.canary).toMatchObject({ percent: 60, plan: { current: 1 } });
    await expect(updateCanary(client(), { action: 'hold', set: canary, percent: 50 })).rejects.toMatchObject({
      code: 'promotion-refused',
      message: `The canary is at 60 % now, not 50 %.\n${changedMeanwhile}`,
    });
    expect(await status(client())).toEqual(before);
    const held = await updateCanary(client(), { action: 'hold', set: canary, percent: 60 });
    expect(held.canary).toMatchObject({ percent: 60, plan: { current: 1, dueAt: null } });
    await updateCanary(client(), { action: 'resume' });
  });

  it('tells an operator that the service may have promoted it', async () => {
    advance(1);
    await endStage(60);
    const { deployments } = await audit(client());
    expect(deployments[0]).toMatchObject({ actor: 'canary-stages', action: 'finish', to: canary });
    await expect(promote(client(), ['mfe-quiz@1.0.0'], { live: stable })).rejects.toMatchObject({
      code: 'promotion-refused',
      message: `Set ${canary} (number 2) is live now, not ${stable}.\n${changedMeanwhile}`,
    });
    expect((await audit(client())).deployments).toEqual(deployments);
  });
});
