import { abortCluster, startCluster } from './postgres-cluster.testkit.ts';

/**
 * Jest's global setup: one cluster for the whole run. It does not wait for the disk, because no test cuts the power;
 * `durability.test.ts` has a cluster of its own. Nor does it clean up by its own clock, which would change locks, plans and the
 * order of unsorted rows in the middle of a test.
 */
export default async function up(): Promise<void> {
  process.env['TEST_POSTGRES_URL'] = await startCluster(() => [], ['-F', '-c', 'autovacuum=off']);
  process.prependListener('exit', abortCluster);
}
