import { inRoot } from '@funnel/build/repository';

import { playReplicas } from '../../services/api/src/deliveries/replicas.testkit.ts';
import type { Figures } from './bench.ts';

/** 2,000 leads and 400 sales a round, all in one campaign of kills, pauses and crashes. Fails where anything was lost or doubled. */
export async function benchReplicas(rounds: number): Promise<Figures> {
  const { figures, faults } = await playReplicas({
    main: inRoot('services/api/src/main.ts'),
    leads: 2000 * rounds,
    purchases: 400 * rounds,
    tell: (line) => console.log(`· ${line}`),
  });
  if (Object.values(faults).some((count) => count > 0)) throw new Error(JSON.stringify(faults));
  return Object.fromEntries(
    Object.entries({ ...figures, ...faults }).map(([name, value]) => [name, [value]]),
  );
}
