import { abortCluster, startCluster } from './postgres-cluster.testkit.ts';

/**
 * Jest's global setup: one cluster for the whole run. It does not wait for the disk, because no test cuts the power;
 * `durability.test.ts` has a cluster of its own.
 */
export default async function up(): Promise<void> {
  process.env['TEST_POSTGRES_URL'] = await startCluster(() => [], ['-F']);
  process.prependListener('exit', abortCluster);
}
