import { startCluster } from './postgres-cluster.testkit.ts';

/** Jest's global setup: one cluster for the whole run. */
export default async function up(): Promise<void> {
  process.env['TEST_POSTGRES_URL'] = await startCluster();
}
