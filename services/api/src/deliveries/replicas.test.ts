import { join } from 'node:path';

import { runReplicas } from './replicas.testkit.ts';

// Replicas are stopped for longer than a lease, and the machine may be busy.
jest.setTimeout(300_000);

it('three replicas neither lose nor duplicate any of 400 leads and 100 purchases despite crashes', async () => {
  const { results, faults } = await runReplicas({
    main: join(__dirname, '../main.ts'),
    leads: 400,
    purchases: 100,
  });
  expect(faults).toEqual({
    lost: 0,
    doubledRows: 0,
    withoutDelivery: 0,
    undelivered: 0,
    unseen: 0,
    unknown: 0,
    changed: 0,
    underSeveralIds: 0,
    diedAlone: 0,
    unsettled: 0,
    salesWithoutEvent: 0,
    eventsTooMany: 0,
  });
  // Each of the 100 buyers left no lead before, so that their checkout makes one. A lead has 3 deliveries: to the webhook and
  // to two ad platforms. A sale has 8: the start of the checkout and the purchase to three platforms each, and the
  // subscription and the answers to the app.
  expect(results).toMatchObject({ acknowledged: 400, stored: 500, sold: 100, deliveries: 500 * 3 + 100 * 8 });
  expect(results.attempts).toBeGreaterThanOrEqual(2300);
  // Kill, pause, kill, and crash of the database, at least once in this order.
  expect(results.kills).toBeGreaterThanOrEqual(2);
  expect(results.pauses).toBeGreaterThanOrEqual(1);
  expect(results.databaseCrashes).toBeGreaterThanOrEqual(1);
});
