import { stopCluster } from './postgres-cluster.testkit.ts';

/** Jest's global teardown. */
export default stopCluster;
