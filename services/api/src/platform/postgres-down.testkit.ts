import { stopCluster } from './postgres-cluster.testkit.ts';

/** Jest's global tear-down. */
export default stopCluster;
