import { sql } from 'kysely';

import type { Queries } from '../platform/database.ts';

/** A build that is listed in `builds`, by its key. */
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

/** A publisher has named these files again: they wait from now. */
export const touchPending = (db: Queries, integrities: readonly string[], nowMs: number) =>
  db
    .updateTable('pending_uploads')
    .set({ uploaded_at: nowMs })
    .where('integrity', 'in', integrities)
    .execute();

export const removePending = (db: Queries, integrities: readonly string[]) =>
  db.deleteFrom('pending_uploads').where('integrity', 'in', integrities).execute();

/** Of one publisher, or of all. */
export const readPendingTotals = (db: Queries, owner?: string): Promise<{ files: number; bytes: number }> =>
  db
    .selectFrom('pending_uploads')
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .select(({ fn }) => fn.countAll<number>().as('files'))
    // PostgreSQL sums whole numbers as numeric, which comes as text.
    .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
    .executeTakeFirstOrThrow();

export const insertBuildFiles = (db: Queries, { name, version }: BuildKey, integrities: readonly string[]) =>
  db
    .insertInto('build_files')
    .values(integrities.map((integrity) => ({ name, version, integrity })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Builds whose files are not listed: an older version of the service published them. */
export const findUnlistedBuilds = (db: Queries, limit: number) =>
  db
    .selectFrom('builds')
    .select(['name', 'version', 'manifest'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('build_files')
            .select('build_files.name')
            .whereRef('build_files.name', '=', 'builds.name')
            .whereRef('build_files.version', '=', 'builds.version'),
        ),
      ),
    )
    .limit(limit)
    .execute();

/** Files that no build lists and that nobody waits for, uploaded by an older version of the service: they wait from now. */
export async function adoptOrphans(db: Queries, nowMs: number): Promise<void> {
  await sql`
    insert into pending_uploads (integrity, bytes, uploaded_at)
    select integrity, length(body), cast(${nowMs} as bigint) from files
    where not exists (select 1 from build_files where build_files.integrity = files.integrity)
      and not exists (select 1 from pending_uploads where pending_uploads.integrity = files.integrity)
    on conflict (integrity) do nothing`.execute(db);
}

/**
 * Removes files that have waited since before `cutoffMs`; says how many. For a transaction. The rows of those that wait
 * are locked first: a publisher either takes them away before, or sees afterwards that the files are gone.
 */
export async function removeWaitingSince(db: Queries, cutoffMs: number, limit: number): Promise<number> {
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
