import { sql, type RawBuilder } from 'kysely';

/** Whether two emails differ in case only. */
export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Rows whose email may be the given one, for an index on `lower(column)`. Databases lower-case at least the letters a to z,
 * and differ in others, which match anything here: check the rows with `isSameEmail`.
 */
export function mayBeEmail(column: string, email: string): RawBuilder<boolean> {
  const lower = sql`lower(${sql.ref(column)})`;
  if (/^[\x20-\x7e]*$/.test(email)) return sql<boolean>`${lower} = ${email.toLowerCase()}`;
  // Before the email is lower-cased, because letters such as the Turkish capital I with a dot then become one of a to z.
  const pattern = email
    .replace(/[!%_]/g, '!$&')
    .replace(/[^\x20-\x7e]+/g, '%')
    .toLowerCase();
  return sql<boolean>`${lower} like ${pattern} escape '!'`;
}
