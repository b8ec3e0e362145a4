import type { VersionAnalytics } from '@funnel/contracts/release-analytics';
import { sql } from 'kysely';

import type { Db } from '../platform/database.ts';
import { visitorActions, revenueOf, visitorCountColumns, type VisitorCounts } from './visitor-counts.ts';

/**
 * Counts visitors by action on each version of each remote since a time in milliseconds. A failure counts only for the
 * version that failed, a lead or purchase for every version of the visitor's set.
 */
export async function readVersionAnalytics(db: Db, since: number): Promise<VersionAnalytics> {
  const hasFailed = sql`act = 'ResourceFailed' and acts.remote = member.name and acts.version = member.version`;
  const { rows } = await sql<VisitorCounts & { name: string; version: string }>`
    with acts as (${visitorActions({ since })})
    select member.name, member.version, ${visitorCountColumns(hasFailed)}
    from release_set_members member join acts on acts.set_id = member.set_id
    group by member.name, member.version order by member.name, member.version`.execute(db);
  return {
    versions: rows.map((row) => {
      const { name, version, visitors, failures, leads, purchases } = row;
      return { name, version, visitors, failures, leads, purchases, revenue: revenueOf(row) };
    }),
  };
}
