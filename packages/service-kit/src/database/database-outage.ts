import { types } from 'node:util';

/** SQLite's primary result codes: busy, locked, read-only, I/O error, full, cannot open. */
const sqliteOutages = new Set([5, 6, 8, 10, 13, 14]);

/** SQLite's texts for these codes, because the driver's errors of statements that return rows have no code. */
const sqliteOutageTexts = new Set([
  'database is locked',
  'database table is locked',
  'attempt to write a readonly database',
  'disk I/O error',
  'database or disk is full',
  'unable to open database file',
]);

/**
 * SQLSTATE classes: connection, transaction rollback, resources, operator intervention, system error; and "read only".
 */
const postgresOutages = /^(08|40|53|57|58)|^25006$/;

const networkOutages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** pg reports a broken connection without a code, only with these messages. */
const brokenConnection =
  /^(Connection terminated|Client was closed|Client has encountered a connection error)/;

/** The database cannot be reached. The caller may retry later. */
export class DatabaseUnreachable extends Error {}

/** Returns true if the database is temporarily unable to work, and false if the statement itself was wrong. */
export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable) return true;
  if (!types.isNativeError(error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteOutages.has(error.errcode & 0xff);
  if ('code' in error && error.code === 'ERR_SQLITE_ERROR') return sqliteOutageTexts.has(error.message);
  if ('code' in error && typeof error.code === 'string')
    return postgresOutages.test(error.code) || networkOutages.has(error.code);
  return brokenConnection.test(error.message);
}
