import { inRoot } from '@funnel/build/repository';

import { playCrashes } from '../../services/api/src/deliveries/crash.testkit.ts';
import { startCluster, stopCluster } from '../../services/api/src/platform/postgres-cluster.testkit.ts';
import type { Figures } from './bench.ts';

/** Kills the service under load, `rounds` times on each engine. Fails where a lead was lost, doubled or not delivered. */
export async function benchCrash(rounds: number): Promise<Figures> {
  process.env['TEST_POSTGRES_URL'] = await startCluster();
  const figures: Record<string, number[]> = {};
  try {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const main = inRoot('services/api/src/main.ts');
      const tell = (line: string) => console.log(`· ${engine} ${line}`);
      const { figures: played, faults } = await playCrashes({ main, engine, rounds, tell });
      for (const [name, value] of Object.entries({ ...played, ...faults }))
        figures[`${engine}: ${name}`] = [value];
      if (Object.values(faults).some((count) => count > 0))
        throw new Error(`${engine}: ${JSON.stringify(faults)}`);
    }
  } finally {
    await stopCluster();
  }
  return figures;
}
