import { sql } from 'kysely';

import type { Database } from '../platform/database.ts';
import type { EmailMatcher } from './email-in-text.ts';
import { personalTableList } from './personal-tables.ts';

/** Both find one text in another, and unlike SQLite's LIKE they continue after a NUL. */
const positionFunctions = { sqlite: 'instr', postgres: 'strpos' } as const;

interface Column {
  readonly table: string;
  readonly column: string;
}

async function textColumns({ db }: Database, isWanted: (table: string) => boolean): Promise<Column[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name }) => isWanted(name))
    .flatMap(({ name: table, columns }) =>
      columns
        .filter(({ dataType }) => dataType.toLowerCase() === 'text')
        .map(({ name: column }) => ({ table, column })),
    );
}

/** Returns the distinct values of a column that contain the email, with their replacements. */
async function mentionsIn({ db, engine }: Database, { table, column }: Column, email: EmailMatcher) {
  const find = sql.raw(positionFunctions[engine]);
  const filters = email.required.map(
    (parts) =>
      sql`(${sql.join(
        parts.map((part) => sql`${find}(lower(${sql.ref(column)}), ${part}) > 0`),
        sql` and `,
      )})`,
  );
  const { rows } = await sql<{ value: string }>`
    select distinct ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.join(filters, sql` or `)}
  `.execute(db);
  return rows.flatMap(({ value }) => {
    const rest = email.remove(value);
    return rest === value ? [] : { value, rest };
  });
}

const maxRounds = 5;

/**
 * Replaces the email with an alias in every text of the personal tables: details and paths of events, errors of
 * deliveries, notes. Returns the number of changed rows. It repeats until nothing is found, because the service may
 * write meanwhile. Tables that stay as they are, are left out.
 */
export async function removeMentions(database: Database, email: EmailMatcher): Promise<number> {
  const names = new Set(personalTableList.flatMap(([name, { keptBecause }]) => (keptBecause ? [] : name)));
  const columns = await textColumns(database, (table) => names.has(table));
  let changed = 0;
  for (let round = 0; round < maxRounds; round++) {
    const before = changed;
    for (const { table, column } of columns) {
      for (const { value, rest } of await mentionsIn(database, { table, column }, email)) {
        const { numAffectedRows } = await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${rest} where ${sql.ref(column)} = ${value}
        `.execute(database.db);
        changed += Number(numAffectedRows ?? 0);
      }
    }
    if (changed === before) return changed;
  }
  throw new Error('the email keeps being written while it is erased');
}

/**
 * Returns the other columns that contain the email, as `table.column`. They are in tables that are not about visitors,
 * and are not changed.
 */
export async function findRemaining(database: Database, email: EmailMatcher): Promise<string[]> {
  const names = new Set(personalTableList.map(([name]) => name));
  const found: string[] = [];
  for (const column of await textColumns(database, (table) => !names.has(table))) {
    if ((await mentionsIn(database, column, email)).length > 0)
      found.push(`${column.table}.${column.column}`);
  }
  return found;
}
