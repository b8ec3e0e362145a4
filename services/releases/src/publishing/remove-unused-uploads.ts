import { hourMs } from '@funnel/service-kit/durations';
import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';
import * as z from 'zod';

import type { ReleaseContext } from '../platform/release-context.ts';
import { pendingMs } from './quotas.ts';
import {
  trackOrphans,
  findUnlistedBuilds,
  insertBuildFiles,
  insertBuildPaths,
  removeExpiredUploads,
} from './upload-repository.ts';

const buildBatchSize = 5;
/** Deleting a row of several megabytes takes the database a while. */
const fileBatchSize = 5;

/** Matches the text, so that a manifest of any format, or a damaged one, keeps its files. */
function hashesIn(manifest: string): string[] {
  const hashes = new Set(manifest.match(/sha384-[A-Za-z0-9+/]{64}/g));
  // At least one row, so that the build is known to be listed.
  return hashes.size > 0 ? [...hashes] : [''];
}

const listedFilesSchema = z.object({ files: z.record(z.string(), z.unknown()) });

/** A damaged manifest has the path '', which says that its paths are unknown: it may be restored. */
function pathsIn(manifest: string): string[] {
  try {
    const paths = Object.keys(listedFilesSchema.parse(JSON.parse(manifest)).files);
    return paths.length > 0 ? paths : [''];
  } catch {
    return [''];
  }
}

/**
 * Deletes a few uploaded files that no build has used for a day, and returns the number of processed items, or zero
 * when done. First it lists the files of builds that an older version of the service has published. Every replica may
 * run it at any time.
 */
export async function removeUnusedUploads({
  database: { db },
  clock,
}: Pick<ReleaseContext, 'database' | 'clock'>): Promise<number> {
  const unlisted = await findUnlistedBuilds(db, buildBatchSize);
  for (const { name, version, manifest } of unlisted) {
    await insertBuildFiles(db, { name, version }, hashesIn(manifest));
    await insertBuildPaths(db, { name, version }, pathsIn(manifest));
  }
  if (unlisted.length > 0) return unlisted.length;

  await trackOrphans(db, clock());
  return db
    .transaction()
    .execute((transaction) => removeExpiredUploads(transaction, clock() - pendingMs, fileBatchSize));
}

/** Starts the cleanup, which runs once an hour. */
export function startUploadCleanup(context: ReleaseContext): Worker {
  const run = () => removeUnusedUploads(context);
  return startWorker({ name: 'upload cleanup', run, idleMs: hourMs, log: context.log });
}
