import { once } from 'node:events';

import { startCluster, stopCluster } from './postgres-cluster.testkit.ts';

// A program that starts a temporary PostgreSQL, prints its URL, and stops it on a signal.
process.stdout.write(`${JSON.stringify({ url: await startCluster() })}\n`);
await Promise.race(['SIGTERM', 'SIGINT', 'disconnect'].map((signal) => once(process, signal)));
await stopCluster();
