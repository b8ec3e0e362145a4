import { randomUUID } from 'node:crypto';

import { updateCanaryStage } from '@funnel/releases/canary-stages/canary-stages';

import { enqueue } from '../deliveries/outbox-repository.ts';
import { createTestClock, describeOnEachEngine } from '../platform/service.testkit.ts';
import { promote, updateCanary } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from '../releases/release.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { startAlertTest } from './alerts.testkit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describeOnEachEngine('an open alert', (open) => {
  const testClock = createTestClock();
  const { clock, advance } = testClock;
  let alerts: Awaited<ReturnType<typeof startAlertTest>>;

  beforeAll(async () => {
    alerts = await startAlertTest(await open(), testClock);
  });
  afterAll(() => alerts.close());

  const received = async () =>
    (await alerts.received())
      .map(({ type, summary }) => ({ type, summary }))
      .toSorted((one, other) => other.type.localeCompare(one.type));
  const putLateLead = () =>
    enqueue(
      alerts.app.context.database.db,
      { id: randomUUID(), destination: 'crm', kind: 'lead', payload: '{}', visit_id: randomUUID() },
      clock() - hourMs,
    );

  it('shows the latest counts, and is not sent again because of them', async () => {
    await putLateLead();
    const summaryOf = (deliveries: string) =>
      `${deliveries} to crm should have been attempted more than 10 minutes ago. Either the worker cannot keep up, or crm is no longer configured.`;
    expect(await received()).toEqual([]);
    advance(3 * minuteMs);
    expect(await received()).toEqual([{ type: 'alert.began', summary: summaryOf('1 delivery') }]);
    const [begun] = await alerts.listed();
    await putLateLead();
    advance(minuteMs);
    expect(await received()).toEqual([]);
    expect(await alerts.listed()).toEqual([{ ...begun, summary: summaryOf('2 deliveries') }]);
    await alerts.app.context.database.db.deleteFrom('outbox').where('destination', '=', 'crm').execute();
    expect(await received()).toEqual([{ type: 'alert.ended', summary: summaryOf('2 deliveries') }]);
  });

  it('about a canary that is held ends, and another begins, when it is held for another reason', async () => {
    await promote(clientOf(alerts.app), await publishProduct(alerts.app));
    await publishTest(alerts.app, testQuiz('1.1.0'));
    const stages = [{ percent: 50, minutes: 120 }];
    const { set, canary } = await promote(clientOf(alerts.app), ['mfe-quiz@1.1.0'], { stages });
    const [stable = '', held = ''] = [set?.id, canary?.set.id];
    const resumeAndJudge = async () => {
      await updateCanary(clientOf(alerts.app), { action: 'resume' });
      expect(await updateCanaryStage(alerts.app.context)).toBe(true);
    };
    advance(1);
    await addVisits(alerts.app, stable, 150, { leads: 1 });
    await addVisits(alerts.app, held, 150);
    advance(2 * hourMs);
    expect(await updateCanaryStage(alerts.app.context)).toBe(true);
    const few = await received();
    expect(few).toEqual([
      {
        type: 'alert.began',
        summary: expect.stringContaining(
          'Too few visitors to judge (200 of each set are needed): 150 of the canary and 150 of',
        ),
      },
    ]);

    // Held again for the same reason, with other counts.
    await addVisits(alerts.app, stable, 9, { leads: 1 });
    await addVisits(alerts.app, held, 10, { network: '192.0.2.0/24', leads: 1 });
    await resumeAndJudge();
    expect(await received()).toEqual([]);
    const [open] = await alerts.listed();
    expect(open).toMatchObject({ kind: 'canary-waiting', endedAt: null });
    expect(open?.summary).toContain(
      'Too few visitors to judge (200 of each set are needed): 150 of the canary and 159 of',
    );

    await addVisits(alerts.app, stable, 91, { leads: 1 });
    await addVisits(alerts.app, held, 90);
    await resumeAndJudge();
    const worse = 'The canary is worse than the stable set: leads.';
    expect(await received()).toEqual([
      { type: 'alert.ended', summary: open?.summary },
      { type: 'alert.began', summary: expect.stringContaining(worse) },
    ]);
    expect(await received()).toEqual([]);
    const [now, before] = await alerts.listed();
    expect(now).toMatchObject({ kind: 'canary-waiting', subject: held, endedAt: null });
    expect(now?.summary).toContain(worse);
    expect(before).toMatchObject({ id: open?.id, endedAt: now?.beganAt });
  });
});
