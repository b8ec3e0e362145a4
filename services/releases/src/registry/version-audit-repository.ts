import { randomUUID } from 'node:crypto';

import { buildSourceSchema, type ReleaseAudit } from '@funnel/contracts/release-management';

import type { Queries } from '../platform/database.ts';

export type VersionAuditEntry = ReleaseAudit['versions'][number];

export const insertVersionAudit = (db: Queries, { source, ...entry }: VersionAuditEntry) =>
  db
    .insertInto('version_audit')
    .values({ id: randomUUID(), ...entry, source: source && JSON.stringify(source) })
    .execute();

const columns = ['at', 'actor', 'action', 'name', 'version', 'note', 'source'] as const;
const selectAudit = (db: Queries) => db.selectFrom('version_audit').select(columns).orderBy('at', 'desc');

const parseEntry = ({
  source,
  ...entry
}: Awaited<ReturnType<ReturnType<typeof selectAudit>['executeTakeFirstOrThrow']>>): VersionAuditEntry => ({
  ...entry,
  source: source === null ? null : buildSourceSchema.parse(JSON.parse(source)),
});

/** Returns the newest of each app, so that a busy one does not hide the others, newest first. */
export async function listVersionAudit(db: Queries, limitOfEach: number): Promise<VersionAuditEntry[]> {
  const entries = db
    .selectFrom('version_audit')
    .select(columns)
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('name').orderBy('at', 'desc'))
        .as('rank'),
    )
    .as('listed');
  const listed = db.selectFrom(entries).select(columns).where('rank', '<=', limitOfEach);
  return (await listed.orderBy('at', 'desc').execute()).map(parseEntry);
}

/** Returns how often versions of an app were deprecated or restored since a time. */
export async function countDeprecationsSince(db: Queries, name: string, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('version_audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('name', '=', name)
    .where('action', '<>', 'publish')
    .where('at', '>', sinceMs)
    .executeTakeFirstOrThrow();
  return count;
}

/** Who published each version of an app. Returns the newest first. */
export async function listPublications(db: Queries, name: string): Promise<VersionAuditEntry[]> {
  const rows = await selectAudit(db)
    .where('name', '=', name)
    .where('action', '=', 'publish')
    .limit(500)
    .execute();
  return rows.map(parseEntry);
}
