import { sql } from 'kysely';

import type { Queries } from '../platform/database.ts';

/** The key of a build in `builds`. */
interface BuildKey {
  readonly name: string;
  readonly version: string;
}

interface PendingUpload {
  readonly integrity: string;
  readonly bytes: number;
  /** The id of the publisher's token. */
  readonly owner: string;
}

export const insertPending = (db: Queries, upload: PendingUpload, nowMs: number) =>
  db
    .insertInto('pending_uploads')
    .values({ ...upload, uploaded_at: nowMs })
    .onConflict((conflict) => conflict.column('integrity').doUpdateSet({ uploaded_at: nowMs }))
    .execute();

/** Restarts the waiting period of files that a publisher has named again. */
export const touchPending = (db: Queries, integrities: readonly string[], nowMs: number) =>
  db
    .updateTable('pending_uploads')
    .set({ uploaded_at: nowMs })
    .where('integrity', 'in', integrities)
    .execute();

export const removePending = (db: Queries, integrities: readonly string[]) =>
  db.deleteFrom('pending_uploads').where('integrity', 'in', integrities).execute();

/** The totals of one publisher, or of all. */
export const readPendingTotals = (db: Queries, owner?: string): Promise<{ files: number; bytes: number }> =>
  db
    .selectFrom('pending_uploads')
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .select(({ fn }) => fn.countAll<number>().as('files'))
    // PostgreSQL sums integers as numeric, which the driver returns as text.
    .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
    .executeTakeFirstOrThrow();

export const insertBuildFiles = (db: Queries, { name, version }: BuildKey, integrities: readonly string[]) =>
  db
    .insertInto('build_files')
    .values(integrities.map((integrity) => ({ name, version, integrity })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const insertBuildPaths = (db: Queries, { name, version }: BuildKey, paths: readonly string[]) =>
  db
    .insertInto('build_paths')
    .values(paths.map((path) => ({ name, version, path })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Builds of an older version of the service, whose files or paths are not listed. */
export const findUnlistedBuilds = (db: Queries, limit: number) =>
  db
    .selectFrom('builds')
    .select(['name', 'version', 'manifest'])
    .where(({ not, exists, or, selectFrom }) =>
      or([
        not(
          exists(
            selectFrom('build_files')
              .select('build_files.name')
              .whereRef('build_files.name', '=', 'builds.name')
              .whereRef('build_files.version', '=', 'builds.version'),
          ),
        ),
        not(
          exists(
            selectFrom('build_paths')
              .select('build_paths.name')
              .whereRef('build_paths.name', '=', 'builds.name')
              .whereRef('build_paths.version', '=', 'builds.version'),
          ),
        ),
      ]),
    )
    .limit(limit)
    .execute();

/**
 * Starts the waiting period of files that an older version of the service has stored without a build or a pending
 * upload.
 */
export async function trackOrphans(db: Queries, nowMs: number): Promise<void> {
  await sql`
    insert into pending_uploads (integrity, bytes, uploaded_at)
    select integrity, length(body), cast(${nowMs} as bigint) from files
    where not exists (select 1 from build_files where build_files.integrity = files.integrity)
      and not exists (select 1 from pending_uploads where pending_uploads.integrity = files.integrity)
    on conflict (integrity) do nothing`.execute(db);
}

/**
 * Deletes files that have waited since before `cutoffMs`, and returns how many. Call it in a transaction. The pending
 * rows are locked first, so a publisher either removes them before, or finds the files missing afterwards.
 */
export async function removeExpiredUploads(db: Queries, cutoffMs: number, limit: number): Promise<number> {
  const due = await db
    .selectFrom('pending_uploads')
    .select('integrity')
    .where('uploaded_at', '<', cutoffMs)
    .orderBy('uploaded_at')
    .limit(limit)
    .execute();
  if (due.length === 0) return 0;
  const removed = await db
    .deleteFrom('pending_uploads')
    .where(
      'integrity',
      'in',
      due.map(({ integrity }) => integrity),
    )
    .where('uploaded_at', '<', cutoffMs)
    .returning('integrity')
    .execute();
  if (removed.length > 0)
    await db
      .deleteFrom('files')
      .where(
        'integrity',
        'in',
        removed.map(({ integrity }) => integrity),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('build_files')
              .select('build_files.integrity')
              .whereRef('build_files.integrity', '=', 'files.integrity'),
          ),
        ),
      )
      .execute();
  return removed.length;
}
