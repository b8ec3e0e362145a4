import { sql, type RawBuilder } from 'kysely';

/** Whether two emails differ in case only. */
export const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * A pattern for `like` with `lower(column)`. Databases lower-case at least the letters a to z, and differ in others, which match
 * anything here.
 */
const likePattern = (email: string): string =>
  email
    .replace(/[!%_]/g, '!$&')
    // Before the email is lower-cased, because letters such as the Turkish capital I with a dot then become one of a to z.
    .replace(/[^\x20-\x7e]+/g, '%')
    .toLowerCase();

/** Rows whose email may be the given one, for an index on `lower(column)`. Check the rows with `isSameEmail`. */
export function mayBeEmail(column: string, email: string): RawBuilder<boolean> {
  const lower = sql`lower(${sql.ref(column)})`;
  return /^[\x20-\x7e]*$/.test(email)
    ? sql<boolean>`${lower} = ${email.toLowerCase()}`
    : sql<boolean>`${lower} like ${likePattern(email)} escape '!'`;
}

/** Rows whose text may contain the email. It reads the whole table. */
export const mayContainEmail = (column: string, email: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`%${likePattern(email)}%`} escape '!'`;
