import { join } from 'node:path';

import { runCrashes } from './crash.testkit.ts';

// The service is started ten times per engine, which is slow on a busy machine.
jest.setTimeout(240_000);

it.each(['sqlite', 'postgres'] as const)(
  'neither loses nor duplicates an acknowledged lead in ten kills (%s)',
  async (engine) => {
    const { results, faults } = await runCrashes({
      main: join(__dirname, '../main.ts'),
      engine,
      rounds: 10,
      clockFactor: 10,
    });
    expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((fault) => [fault, 0])));
    expect(results.seenDead).toBe(10);
    expect(results.acknowledged).toBeGreaterThan(50);
    expect(results.cutOff).toBeGreaterThan(0);
  },
);
