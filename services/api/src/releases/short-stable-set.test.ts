import { randomUUID } from 'node:crypto';

import { updateCanaryStage } from '@funnel/releases/canary-stages/canary-stages';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { addVisits, createVisit, insertVisits } from '../reports/analytics.testkit.ts';
import { promote, rollback, status, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

const hourMs = 3_600_000;

describeOnEachEngine('a stage of a canary', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let stable = '';
  let canary = '';

  /** Visits from four networks in turn. At most 60 of a network count: those whose ids begin with the lowest digits. */
  const addVisitsOfFour = (setId: string, count: number, firstDigit: string) =>
    insertVisits(
      app.context.database.db,
      Array.from({ length: count }, (_, at) =>
        createVisit({
          setId,
          at: clock(),
          visitId: `${firstDigit}${randomUUID().slice(1)}`,
          network: `198.${at % 4}.0.0/16`,
        }),
      ),
    );
  async function start(...percents: readonly number[]): Promise<void> {
    const stages = percents.map((percent) => ({ percent, minutes: 120 }));
    const started = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { stages });
    stable = started.set?.id ?? '';
    canary = started.canary?.set.id ?? '';
    advance(1);
  }
  /** Lets a stage pass. Returns the canary after its end, or null if it was promoted. */
  async function endStage() {
    advance(2 * hourMs);
    expect(await updateCanaryStage(app.context)).toBe(true);
    return (await status(clientOf(app))).canary;
  }

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
  });
  afterAll(() => app.close());
  beforeEach(() => advance(48 * hourMs));
  afterEach(async () => {
    const live = await status(clientOf(app));
    if (live.canary) await updateCanary(clientOf(app), { action: 'stop' });
    if (live.set?.id !== stable) await rollback(clientOf(app), stable);
  });

  it.each([
    [50, 190, 57, 210],
    [90, 40, 12, 360],
  ])(
    'at %d %% is held if the stable set, with which the canary is compared, has %d visitors',
    async (percent, ofStable, leads, ofCanary) => {
      await start(percent);
      await addVisits(app, stable, ofStable - leads);
      await addVisits(app, stable, leads, { leads: 1 });
      await addVisits(app, canary, ofCanary);
      const held = await endStage();
      expect(held).toMatchObject({ percent, plan: { current: 0, dueAt: null } });
      expect(held?.plan?.heldBecause).toBe(
        `Stage 1 of 1 is over. Too few visitors to judge (200 of each set are needed): ${ofCanary} of the canary and ${ofStable} of the stable set count. At most 60 visitors per network are counted. Excluded networks (most leads): 0. ${ofCanary} visitors of the canary: 0 failures, 0 leads, 0 purchases. The stable set is short of visitors: resume the stages when more have come, which are then checked at once, or start the canary again with a lower percentage or a longer stage.`,
      );
    },
  );

  it('is held if too few visitors of the stable set count', async () => {
    await start(90);
    const network = '203.0.0.0/16';
    await addVisits(app, stable, 103);
    await addVisits(app, stable, 87, { leads: 1 });
    await addVisits(app, stable, 60, { network });
    await addVisits(app, canary, 1600);
    await addVisits(app, canary, 860, { network, leads: 1 });
    expect((await endStage())?.plan?.heldBecause).toContain(
      'Too few visitors to judge (200 of each set are needed): 1600 of the canary and 190 of the stable set count. At most 60 visitors per network are counted. Excluded networks (most leads): 1.',
    );
  });

  it('says that the canary is short of visitors if it is, and when both sets are', async () => {
    await start(10);
    await addVisits(app, stable, 1791);
    await addVisits(app, canary, 199);
    expect((await endStage())?.plan?.heldBecause).toMatch(
      / The canary is short of visitors: resume the stages when more have come, which are then checked at once, or start the canary again with a higher percentage or a longer stage\.$/,
    );
    await updateCanary(clientOf(app), { action: 'stop' });
    await start(50);
    await addVisits(app, stable, 199);
    await addVisits(app, canary, 199);
    expect((await endStage())?.plan?.heldBecause).toMatch(
      / Both sets are short of visitors: resume the stages when more have come, which are then checked at once, or start the canary again with a longer stage\.$/,
    );
  });

  it('is held if the visitors that count came at different percentages, so that they cannot be compared', async () => {
    await start(50, 99);
    await addVisitsOfFour(stable, 240, '8');
    await addVisitsOfFour(canary, 240, '8');
    expect(await endStage()).toMatchObject({ percent: 99, plan: { current: 1, heldBecause: null } });
    // Of the canary only these count by now, and nearly all of the stable set came before.
    await addVisitsOfFour(canary, 297, '0');
    await addVisitsOfFour(stable, 3, '0');
    const held = await endStage();
    expect(held).toMatchObject({ percent: 99, plan: { current: 1, dueAt: null } });
    expect(held?.plan?.heldBecause).toBe(
      'Stage 2 of 2 is over. The sets cannot be compared: too few of the visitors that count came to both at the same percentage. 537 visitors of the canary: 0 failures, 0 leads, 0 purchases. Resume the stages later, or start the canary again with a lower percentage or a longer stage.',
    );
  });

  it('is followed by the next one as soon as both sets have 200 visitors', async () => {
    await start(50, 90);
    await addVisits(app, stable, 200);
    await addVisits(app, canary, 200);
    expect(await endStage()).toMatchObject({ percent: 90, plan: { current: 1, heldBecause: null } });
  });
});
