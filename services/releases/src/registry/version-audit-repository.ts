import { randomUUID } from 'node:crypto';

import { buildSourceSchema, type ReleaseAudit } from '@funnel/contracts/release-management';

import type { Queries } from '../platform/database.ts';

export type VersionAuditEntry = ReleaseAudit['versions'][number];

export const insertVersionAudit = (db: Queries, { source, ...entry }: VersionAuditEntry) =>
  db
    .insertInto('version_audit')
    .values({ id: randomUUID(), ...entry, source: source && JSON.stringify(source) })
    .execute();

const selectAudit = (db: Queries) =>
  db
    .selectFrom('version_audit')
    .select(['at', 'actor', 'action', 'name', 'version', 'note', 'source'])
    .orderBy('at', 'desc');

const parseEntry = ({
  source,
  ...entry
}: Awaited<ReturnType<ReturnType<typeof selectAudit>['executeTakeFirstOrThrow']>>): VersionAuditEntry => ({
  ...entry,
  source: source === null ? null : buildSourceSchema.parse(JSON.parse(source)),
});

/** Returns the newest first. */
export async function listVersionAudit(db: Queries, limit: number): Promise<VersionAuditEntry[]> {
  return (await selectAudit(db).limit(limit).execute()).map(parseEntry);
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
