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
    expect(faults).toEqual({
      lost: 0,
      doubledRows: 0,
      withoutDelivery: 0,
      undelivered: 0,
      unseen: 0,
      unknown: 0,
      changed: 0,
      underSeveralIds: 0,
      lostAfterRestart: 0,
    });
    // Leads were accepted before each kill, some requests were cut off, and everything that was stored was sent.
    expect(results.seenDead).toBe(10);
    expect(results.acknowledged).toBeGreaterThan(50);
    expect(results.cutOff).toBeGreaterThan(0);
    expect(results.stored).toBeGreaterThanOrEqual(results.acknowledged);
    expect(results.deliveries).toBe(results.stored);
    expect(results.attempts).toBeGreaterThanOrEqual(results.deliveries);
  },
);
