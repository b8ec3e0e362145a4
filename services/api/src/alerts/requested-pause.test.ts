import { randomUUID } from 'node:crypto';

import { createHttpClient } from '@funnel/service-kit/http/http-client';

import { deliverDue } from '../deliveries/deliver-due.ts';
import { enqueue } from '../deliveries/outbox-repository.ts';
import { createDestinations } from '../destinations.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
} from '../platform/service.testkit.ts';
import { findConditions } from './conditions.ts';

const minuteMs = 60_000;

describeOnEachEngine('a receiver that asks for a pause of an hour', (open) => {
  it('is the alert about late deliveries, and not our worker', async () => {
    const { clock, advance } = createTestClock();
    const http = createHttpClient({ allowPrivateDestinations: true });
    const receiver = await startReceiver(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    const app = await startTestApp({
      database: await open(),
      clock,
      environment: { LEAD_WEBHOOK_URL: receiver.origin },
    });
    const { context } = app;
    const putLead = (id: string) =>
      enqueue(
        context.database.db,
        { id, destination: 'lead-webhook', kind: 'lead', payload: '{}', visit_id: randomUUID() },
        clock(),
      );
    const alerts = async () =>
      (await findConditions(context, [])).filter(({ subject }) => subject === 'lead-webhook');

    await putLead('rejected');
    for (const destination of createDestinations(context)) await deliverDue(context, http, destination);
    const until = new Date(clock() + 60 * minuteMs).toISOString();
    await putLead('held-back');
    advance(10 * minuteMs);
    expect(await alerts()).toEqual([]);
    advance(minuteMs);
    const paused = [
      {
        kind: 'destination-failing',
        subject: 'lead-webhook',
        summary: `lead-webhook asked for a pause until ${until}. Waiting: 2 deliveries.`,
      },
    ];
    expect(await alerts()).toEqual(paused);
    advance(48 * minuteMs);
    expect(await alerts()).toEqual(paused);
    // The worker has ten minutes after the pause. Here none runs.
    advance(minuteMs);
    expect(await alerts()).toEqual([]);
    advance(10 * minuteMs);
    expect(await alerts()).toMatchObject([{ kind: 'deliveries-overdue' }]);
    await Promise.all([app.close(), receiver.close(), http.close()]);
  });
});
