import { once } from 'node:events';

import { startCluster, stopCluster } from './postgres-cluster.testkit.ts';

// A program: a throw-away PostgreSQL that says its address and lasts until it is asked to end.
process.stdout.write(`${JSON.stringify({ address: await startCluster() })}\n`);
await Promise.race(['SIGTERM', 'SIGINT', 'disconnect'].map((signal) => once(process, signal)));
await stopCluster();
