import { randomUUID } from 'node:crypto';

import { alertsSchema } from '@funnel/contracts/alerts';
import { updateCanaryStage } from '@funnel/releases/canary-stages/canary-stages';

import { deliverAllDue } from '../deliveries/deliver-all-due.testkit.ts';
import { enqueue } from '../deliveries/outbox-repository.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { promote, updateCanary } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from '../releases/release.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { updateAlerts } from './alerts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const headers = { authorization: `Bearer ${testOperatorToken}` };

describeOnEachEngine('an open alert', (open) => {
  const { clock, advance } = createTestClock();
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let app: TestApp;
  let replica: TestApp;

  /** Two replicas check at once, and then everything due is sent. Returns what the receiver got, and clears it. */
  async function received(): Promise<{ type: string; summary: string }[]> {
    await Promise.all([updateAlerts(app.context), updateAlerts(replica.context)]);
    advance(1);
    await deliverAllDue(app);
    return receiver.calls
      .splice(0)
      .map(({ body }) => {
        const { type, data } = Object(JSON.parse(body));
        return { type, summary: data.summary };
      })
      .toSorted((one, other) => other.type.localeCompare(one.type));
  }
  const listed = async () => {
    const response = await app.request('/api/reports/alerts', { headers });
    return alertsSchema.parse(await response.json()).alerts;
  };
  const putLateLead = () =>
    enqueue(
      app.context.database.db,
      { id: randomUUID(), destination: 'crm', kind: 'lead', payload: '{}', visit_id: randomUUID() },
      clock() - hourMs,
    );

  beforeAll(async () => {
    receiver = await startReceiver(() => ({ status: 204 }));
    const secret = `whsec_${Buffer.from('a-secret-of-the-alerts-receiver').toString('base64')}`;
    const environment = { ALERT_WEBHOOK_URL: receiver.origin, ALERT_WEBHOOK_SECRET: secret };
    app = await startTestApp({ database: await open(), clock, environment });
    replica = await startTestApp({ database: app.context.database, clock, environment });
  });
  afterAll(async () => {
    await Promise.all([app.close(), replica.close(), receiver.close()]);
  });

  it('shows the latest counts, and is not sent again because of them', async () => {
    await putLateLead();
    const summaryOf = (deliveries: string) =>
      `${deliveries} to crm should have been attempted more than 10 minutes ago. Either the worker cannot keep up, or crm is no longer configured.`;
    expect(await received()).toEqual([{ type: 'alert.began', summary: summaryOf('1 delivery') }]);
    const [begun] = await listed();
    await putLateLead();
    advance(minuteMs);
    expect(await received()).toEqual([]);
    expect(await listed()).toEqual([{ ...begun, summary: summaryOf('2 deliveries') }]);
    await app.context.database.db.deleteFrom('outbox').where('destination', '=', 'crm').execute();
    expect(await received()).toEqual([{ type: 'alert.ended', summary: summaryOf('2 deliveries') }]);
  });

  it('about a canary that is held ends, and another begins, when it is held for another reason', async () => {
    await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
    const stages = [{ percent: 50, minutes: 120 }];
    const { set, canary } = await promote(clientOf(app), ['mfe-quiz@1.1.0'], { stages });
    const [stable = '', held = ''] = [set?.id, canary?.set.id];
    const resumeAndJudge = async () => {
      await updateCanary(clientOf(app), { action: 'resume' });
      expect(await updateCanaryStage(app.context)).toBe(true);
    };
    advance(1);
    await addVisits(app, stable, 150, { leads: 1 });
    await addVisits(app, held, 150);
    advance(2 * hourMs);
    expect(await updateCanaryStage(app.context)).toBe(true);
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
    await addVisits(app, stable, 9, { leads: 1 });
    await addVisits(app, held, 10, { network: '192.0.2.0/24', leads: 1 });
    await resumeAndJudge();
    expect(await received()).toEqual([]);
    const [open] = await listed();
    expect(open).toMatchObject({ kind: 'canary-waiting', endedAt: null });
    expect(open?.summary).toContain(
      'Too few visitors to judge (200 of each set are needed): 150 of the canary and 159 of',
    );

    await addVisits(app, stable, 91, { leads: 1 });
    await addVisits(app, held, 90);
    await resumeAndJudge();
    const worse = 'The canary is worse than the stable set: leads.';
    expect(await received()).toEqual([
      { type: 'alert.ended', summary: open?.summary },
      { type: 'alert.began', summary: expect.stringContaining(worse) },
    ]);
    expect(await received()).toEqual([]);
    const [now, before] = await listed();
    expect(now).toMatchObject({ kind: 'canary-waiting', subject: held, endedAt: null });
    expect(now?.summary).toContain(worse);
    expect(before).toMatchObject({ id: open?.id, endedAt: now?.beganAt });
  });
});
