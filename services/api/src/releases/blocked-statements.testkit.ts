import { sql } from 'kysely';

import type { Db } from '../platform/database.ts';

/** Resolves when this many statements on PostgreSQL wait for a lock. `db` must have a connection of its own, which does not wait. */
export async function untilBlocked(db: Db, count = 1): Promise<void> {
  const isWaiting = sql<boolean>`datname = current_database() and wait_event_type = 'Lock'`;
  for (let waiting = 0; waiting < count;) {
    const { rows } = await sql`select pid from pg_stat_activity where ${isWaiting}`.execute(db);
    waiting = rows.length;
  }
}
