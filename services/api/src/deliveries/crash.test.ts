import { join } from 'node:path';

import { playCrashes } from './crash.testkit.ts';

// The service is started ten times for each engine, and a machine may be busy.
jest.setTimeout(240_000);

it.each(['sqlite', 'postgres'] as const)(
  'loses and doubles no lead it acknowledged in ten kills (%s)',
  async (engine) => {
    const { figures, faults } = await playCrashes({
      main: join(__dirname, '../main.ts'),
      engine,
      rounds: 10,
      clockFactor: 10,
    });
    expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((fault) => [fault, 0])));
    expect(figures.seenDead).toBe(10);
    expect(figures.acknowledged).toBeGreaterThan(100);
    expect(figures.cutOff).toBeGreaterThan(0);
  },
);
