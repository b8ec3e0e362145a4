import type { VersionFigures } from '@funnel/contracts/release-management';
import { sql } from 'kysely';

import type { Db } from '../platform/database.ts';
import { acts, revenueOf, tally, type Tally } from './tally.ts';

/**
 * What visitors did on each version of each remote since a time in milliseconds. A failure counts for the version that
 * failed alone; a lead or sale for every version of the visitor's set.
 */
export async function readVersionFigures(db: Db, since: number): Promise<VersionFigures> {
  const hasFailed = sql`act = 'ResourceFailed' and acts.remote = member.name and acts.version = member.version`;
  const { rows } = await sql<Tally & { name: string; version: string }>`
    with acts as (${acts({ since })})
    select member.name, member.version, ${tally(hasFailed)}
    from release_set_members member join acts on acts.set_id = member.set_id
    group by member.name, member.version order by member.name, member.version`.execute(db);
  return {
    versions: rows.map((row) => {
      const { name, version, visitors, failures, leads, sales } = row;
      return { name, version, visitors, failures, leads, sales, revenue: revenueOf(row) };
    }),
  };
}
