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
  expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((fault) => [fault, 0])));
  expect(results).toMatchObject({ acknowledged: 400, stored: 400, sold: 100 });
  for (const count of [results.kills, results.pauses, results.databaseCrashes])
    expect(count).toBeGreaterThan(0);
});
