import { runCrashes } from '../../services/api/src/deliveries/crash.testkit.ts';
import {
  startCluster,
  stopCluster,
} from '../../services/api/src/platform/postgres/postgres-cluster.testkit.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { programs } from './programs.ts';

/** Kills the service under load `rounds` times on each engine. Throws if a lead is lost, duplicated or not delivered. */
export async function benchCrash(rounds: number): Promise<BenchmarkResults> {
  process.env['TEST_POSTGRES_URL'] = await startCluster();
  const results: Record<string, number[]> = {};
  try {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const main = programs.service;
      const report = (line: string) => console.log(`· ${engine} ${line}`);
      const { results: completed, faults } = await runCrashes({ main, engine, rounds, report });
      for (const [name, value] of Object.entries({ ...completed, ...faults }))
        results[`${engine}: ${name}`] = [value];
      if (Object.values(faults).some((count) => count > 0))
        throw new Error(`${engine}: ${JSON.stringify(faults)}`);
    }
  } finally {
    await stopCluster();
  }
  return results;
}
