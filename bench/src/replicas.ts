import { runReplicas } from '../../services/api/src/deliveries/replicas.testkit.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { programs } from './programs.ts';

/** 2,000 leads and 400 purchases per round during kills, pauses and crashes. Throws if one is lost or duplicated. */
export async function benchReplicas(rounds: number): Promise<BenchmarkResults> {
  const { results, faults } = await runReplicas({
    main: programs.service,
    leads: 2000 * rounds,
    purchases: 400 * rounds,
    report: (line) => console.log(`· ${line}`),
  });
  if (Object.values(faults).some((count) => count > 0)) throw new Error(JSON.stringify(faults));
  return Object.fromEntries(
    Object.entries({ ...results, ...faults }).map(([name, value]) => [name, [value]]),
  );
}
