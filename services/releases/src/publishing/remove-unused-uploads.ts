import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';

import type { ReleaseContext } from '../platform/release-context.ts';
import { pendingMs } from './quotas.ts';
import {
  adoptOrphans,
  findUnlistedBuilds,
  insertBuildFiles,
  removeWaitingSince,
} from './upload-repository.ts';

const buildsAtOnce = 5;
/** Removing a row of megabytes takes the database a while. */
const filesAtOnce = 5;
const hourMs = 3600 * 1000;

/** Read from the text, so that a manifest of any form, or a damaged one, keeps its files. */
function hashesIn(manifest: string): string[] {
  const hashes = new Set(manifest.match(/sha384-[A-Za-z0-9+/]{64}/g));
  // One row at least, so that the build is known to be listed.
  return hashes.size > 0 ? [...hashes] : [''];
}

/**
 * Removes a few of the uploaded files that no build has needed for a day; says how many things it did, zero when all is
 * done. Before that it lists the files of builds that an older version of this service has published. Every replica may
 * sweep at any time.
 */
export async function sweepUnreferencedFiles({
  database: { db },
  clock,
}: Pick<ReleaseContext, 'database' | 'clock'>): Promise<number> {
  const unlisted = await findUnlistedBuilds(db, buildsAtOnce);
  for (const { name, version, manifest } of unlisted)
    await insertBuildFiles(db, { name, version }, hashesIn(manifest));
  if (unlisted.length > 0) return unlisted.length;

  await adoptOrphans(db, clock());
  return db
    .transaction()
    .execute((transaction) => removeWaitingSince(transaction, clock() - pendingMs, filesAtOnce));
}

/** Sweeps once an hour. */
export function startUploadSweep(context: ReleaseContext): Worker {
  const run = () => sweepUnreferencedFiles(context);
  return startWorker({ name: 'upload sweep', run, idleMs: hourMs, log: context.log });
}
