import type { Engine } from '@funnel/service-kit/database/database';
import { sql } from 'kysely';

import type { Db } from './database.ts';

interface RefusedWrites {
  /** Such as `delete` or `update of due_at`. */
  readonly write: string;
  readonly table: string;
  /** The message of the error. */
  readonly reason: string;
}

/** Makes such writes fail in the database itself. Resolves to a function that allows them again. */
export async function refuseWrites(db: Db, engine: Engine, { write, table, reason }: RefusedWrites) {
  const statements = {
    sqlite: [`create trigger refuse before ${write} on ${table} begin select raise(abort, '${reason}'); end`],
    postgres: [
      `create or replace function refuse() returns trigger as $$ begin raise '${reason}'; end $$ language plpgsql`,
      `create trigger refuse before ${write} on ${table} for each row execute function refuse()`,
    ],
  };
  const allow = { sqlite: 'drop trigger refuse', postgres: `drop trigger refuse on ${table}` };
  for (const statement of statements[engine]) await sql.raw(statement).execute(db);
  return () => sql.raw(allow[engine]).execute(db);
}
