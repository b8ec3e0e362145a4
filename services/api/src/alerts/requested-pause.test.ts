import { randomUUID } from 'node:crypto';

import { enqueue } from '../deliveries/outbox-repository.ts';
import { createTestClock, describeOnEachEngine } from '../platform/service.testkit.ts';
import { startAlertTest } from './alerts.testkit.ts';
import { findConditions } from './conditions.ts';

const minuteMs = 60_000;

describeOnEachEngine('a receiver that asks for a pause of an hour', (open) => {
  it('is the alert about late deliveries, and not our worker', async () => {
    const testClock = createTestClock();
    const { clock, advance } = testClock;
    const alerts = await startAlertTest(await open(), testClock);
    Object.assign(alerts.leadResponse, { status: 429, headers: { 'retry-after': '3600' } });

    await alerts.putLead('rejected');
    await alerts.deliver('lead-webhook');
    const until = new Date(clock() + 60 * minuteMs).toISOString();
    await alerts.putLead('held-back');
    advance(10 * minuteMs);
    expect(await alerts.leadConditions()).toEqual([]);
    advance(minuteMs);
    const paused = [
      {
        kind: 'destination-failing',
        subject: 'lead-webhook',
        summary: `lead-webhook asked for a pause until ${until}. Waiting: 2 deliveries.`,
      },
    ];
    expect(await alerts.leadConditions()).toEqual(paused);
    advance(48 * minuteMs);
    expect(await alerts.leadConditions()).toEqual(paused);
    // The worker has ten minutes after the pause. Here none runs.
    advance(minuteMs);
    expect(await alerts.leadConditions()).toEqual([]);
    advance(10 * minuteMs);
    expect(await alerts.leadConditions()).toMatchObject([{ kind: 'deliveries-overdue' }]);
    await alerts.close();
  });

  it('does not excuse late deliveries to another receiver', async () => {
    const testClock = createTestClock();
    const alerts = await startAlertTest(await open(), testClock);
    const { context } = alerts.app;
    Object.assign(alerts.leadResponse, { status: 429, headers: { 'retry-after': '3600' } });

    await alerts.putLead('rejected');
    await alerts.deliver('lead-webhook');
    await enqueue(
      context.database.db,
      { id: 'late', destination: 'another-webhook', kind: 'lead', payload: '{}', visit_id: randomUUID() },
      testClock.clock(),
    );
    testClock.advance(11 * minuteMs);
    const conditions = await findConditions(context, []);
    expect(conditions.filter(({ subject }) => subject === 'another-webhook')).toMatchObject([
      { kind: 'deliveries-overdue' },
    ]);
    await alerts.close();
  });
});
