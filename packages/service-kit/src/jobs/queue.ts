import { sql, type RawBuilder } from 'kysely';

import type { AnyDatabase } from '../database/database.ts';

/**
 * A table of jobs. A worker leases a due row. If the lease ends without a result, the row is due again.
 * The names become part of SQL statements, so they must never come from a request.
 */
export interface Queue<Row> {
  readonly table: string;
  readonly id: keyof Row & string;
  /** The column with the time at which a row is due, in milliseconds. */
  readonly dueAt: keyof Row & string;
  /** The condition of waiting rows. SQLite needs it in the statement to use the partial index. */
  readonly isWaiting: RawBuilder<boolean>;
  /** The column with the end of the lease. By default it is `dueAt`. */
  readonly leaseUntil?: keyof Row & string;
  /** The order in which due rows are leased. By default it is `dueAt`. */
  readonly order?: readonly (keyof Row & string)[];
}

/** New values of columns. An expression may refer to other columns. */
export type Changes<Row> = { readonly [Column in keyof Row]?: Row[Column] | RawBuilder<Row[Column]> };

export interface Lease<Row> {
  readonly nowMs: number;
  readonly limit: number;
  /** The columns that a lease changes: the end of the lease, and possibly the number of attempts. */
  readonly changes: Changes<Row>;
  /** Also leases rows that are not due yet. */
  readonly isEarly?: boolean;
  /** How many of the first rows to leave out. */
  readonly skip?: number;
  /** A further condition of the rows to lease. */
  readonly among?: RawBuilder<boolean>;
}

const assignments = <Row>(changes: Changes<Row>) =>
  sql.join(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${sql.id(column)} = ${value}`),
  );

/**
 * Leases rows that are due. No other worker, on any replica, gets them until their lease ends. `Row` may have columns
 * that the queue does not know.
 */
export async function leaseRows<Known, Row extends Known = Known>(
  { db, engine }: AnyDatabase,
  { table, id, dueAt, isWaiting, leaseUntil, order = [dueAt] }: Queue<Known>,
  { nowMs, limit, changes, isEarly = false, skip = 0, among = sql`true` }: Lease<Known>,
): Promise<Row[]> {
  // The plus makes SQLite read in this order instead of sorting everything that is due.
  const due = engine === 'sqlite' && order[0] !== dueAt ? sql`+${sql.id(dueAt)}` : sql.id(dueAt);
  const isDue = isEarly ? sql`true` : sql`${due} <= ${nowMs}`;
  const isFree = leaseUntil ? sql`${sql.id(leaseUntil)} <= ${nowMs}` : sql`true`;
  const { rows } = await sql<Row>`
    with due as (
      select ${sql.id(id)} from ${sql.table(table)}
      where ${isWaiting} and ${among} and ${isDue} and ${isFree}
      order by ${sql.join(order.map((column) => sql.id(column)))} limit ${limit} offset ${skip}
      ${engine === 'postgres' ? sql`for update skip locked` : sql``}
    )
    update ${sql.table(table)} set ${assignments(changes)}
    where ${sql.id(id)} in (select ${sql.id(id)} from due)
    returning *
  `.execute(db);
  return rows;
}

/**
 * Stores the result of the work on a row: its final state, or the time at which it is due again. Returns false and
 * writes nothing if the row is no longer waiting, or if `isLeased` is false for it.
 */
export async function completeRow<Row>(
  db: AnyDatabase['db'],
  { table, id, isWaiting }: Queue<Row>,
  rowId: string,
  changes: Changes<Row>,
  isLeased = sql<boolean>`true`,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${assignments(changes)}
    where ${sql.id(id)} = ${rowId} and ${isWaiting} and ${isLeased}
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Leases rows and processes all of them at once. Returns their number; zero means that nothing is due. */
export async function processDue<Row>(
  database: AnyDatabase,
  queue: Queue<Row>,
  lease: Lease<Row>,
  work: (row: Row) => Promise<void>,
): Promise<number> {
  const rows = await leaseRows(database, queue, lease);
  await Promise.all(rows.map(work));
  return rows.length;
}
