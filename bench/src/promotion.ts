import { freePort } from '@funnel/service-kit/http/free-port';
import { startProgram } from '../../services/api/src/platform/program.testkit.ts';
import {
  startCluster,
  stopCluster,
} from '../../services/api/src/platform/postgres/postgres-cluster.testkit.ts';
import { createTestDatabase } from '../../services/api/src/platform/service.testkit.ts';
import {
  runPromotionLoad,
  type LoadReplica,
} from '../../services/api/src/releases/promotion-load.testkit.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { programs } from './programs.ts';

/** On PostgreSQL every deployment waits until the other replica has read it, so there are fewer. */
const storms = [
  { engine: 'sqlite', replicas: 1, promotions: 200, visitors: 8 },
  { engine: 'postgres', replicas: 2, promotions: 25, visitors: 8 },
] as const;

const token = 'operator-token-for-benchmarks';

/** Promotions and rollbacks during concurrent journeys. Throws if a request fails or a page mixes two sets. */
export async function benchPromotion(): Promise<BenchmarkResults> {
  const results: Record<string, number[]> = {};
  process.env['TEST_POSTGRES_URL'] = await startCluster();
  try {
    for (const { engine, replicas, promotions, visitors } of storms) {
      const { remove, ...place } = await createTestDatabase[engine]();
      const started: (LoadReplica & { kill: () => Promise<void> })[] = [];
      for (let at = 0; at < replicas; at++) {
        const [port, operatorPort] = [await freePort(), await freePort()];
        const kill = await startProgram(programs.service, {
          NODE_ENV: 'test',
          SECRET_KEY: 'a-secret-key-for-benchmarks-0123456789',
          OPERATOR_PORT: String(operatorPort),
          RATE_LIMIT_PER_MINUTE: '1000000',
          OPERATOR_TOKEN: token,
          PORT: String(port),
          ...place,
        });
        started.push({
          kill,
          visitorsUrl: `http://127.0.0.1:${port}`,
          client: { url: `http://127.0.0.1:${operatorPort}`, token },
        });
      }
      const startedAt = performance.now();
      const { faults, ...counts } = await runPromotionLoad({
        replicas: started,
        promotions,
        visitors,
      }).finally(async () => {
        for (const { kill } of started) await kill();
        await remove();
      });
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(`· ${engine}, ${replicas} × service: ${JSON.stringify(counts)} in ${seconds} s`);
      for (const [name, value] of Object.entries(counts)) results[`${engine}: ${name}`] = [value];
      if (faults.length > 0) throw new Error(`${engine}:\n${faults.join('\n')}`);
    }
  } finally {
    await stopCluster();
  }
  return results;
}
