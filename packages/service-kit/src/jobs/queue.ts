import { sql, type RawBuilder } from 'kysely';

import type { AnyDatabase } from '../database/database.ts';

/**
 * A table whose rows wait for work, each until a time. Every kind of work that must not be lost goes through it: whoever
 * takes a row has it for as long as a lease lasts, and a row that nobody settled meanwhile is due again.
 * Names are written into statements, so they never come from a request.
 */
export interface Queue<Row> {
  readonly table: string;
  readonly id: keyof Row & string;
  /** The column that says when a row is due, in milliseconds. */
  readonly dueAt: keyof Row & string;
  /** Which rows wait. Written into the statement, so that SQLite finds the index of the waiting rows. */
  readonly isWaiting: RawBuilder<boolean>;
  /** The column that ends a lease, where that is another than `dueAt`. */
  readonly leaseUntil?: keyof Row & string;
  /** By what due rows are taken, where that is not the time at which they became due. */
  readonly order?: readonly (keyof Row & string)[];
}

/** New values of columns; an expression may name others. */
export type Changes<Row> = { readonly [Column in keyof Row]?: Row[Column] | RawBuilder<Row[Column]> };

export interface Lease<Row> {
  readonly nowMs: number;
  readonly limit: number;
  /** What makes the row ours: a time until which nobody else gets it, and perhaps a count of attempts. */
  readonly changes: Changes<Row>;
  /** Also takes what is not due yet. */
  readonly isEarly?: boolean;
  /** Takes only these of the waiting rows. */
  readonly among?: RawBuilder<boolean>;
}

const assignments = <Row>(changes: Changes<Row>) =>
  sql.join(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${sql.id(column)} = ${value}`),
  );

/**
 * Takes rows that are due. Nobody else gets them until their lease ends, on this replica or another. `Row` may have columns
 * that the queue does not know.
 */
export async function leaseRows<Known, Row extends Known = Known>(
  { db, engine }: AnyDatabase,
  { table, id, dueAt, isWaiting, leaseUntil, order = [dueAt] }: Queue<Known>,
  { nowMs, limit, changes, isEarly = false, among = sql`true` }: Lease<Known>,
): Promise<Row[]> {
  // With a plus SQLite reads in the order that is asked for, instead of sorting all that is due.
  const due = engine === 'sqlite' && order[0] !== dueAt ? sql`+${sql.id(dueAt)}` : sql.id(dueAt);
  const isDue = isEarly ? sql`true` : sql`${due} <= ${nowMs}`;
  const isFree = leaseUntil ? sql`${sql.id(leaseUntil)} <= ${nowMs}` : sql`true`;
  const { rows } = await sql<Row>`
    with due as (
      select ${sql.id(id)} from ${sql.table(table)}
      where ${isWaiting} and ${among} and ${isDue} and ${isFree}
      order by ${sql.join(order.map((column) => sql.id(column)))} limit ${limit}
      ${engine === 'postgres' ? sql`for update skip locked` : sql``}
    )
    update ${sql.table(table)} set ${assignments(changes)}
    where ${sql.id(id)} in (select ${sql.id(id)} from due)
    returning *
  `.execute(db);
  return rows;
}

/**
 * Writes down what came of a row: that it has ended, or when it is due again. False, and nothing written, where it does not
 * wait any more, or `isHeld` does not hold.
 */
export async function settleRow<Row>(
  db: AnyDatabase['db'],
  { table, id, isWaiting }: Queue<Row>,
  rowId: string,
  changes: Changes<Row>,
  isHeld = sql<boolean>`true`,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${assignments(changes)}
    where ${sql.id(id)} = ${rowId} and ${isWaiting} and ${isHeld}
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Leases rows and works on all of them at once. Returns how many there were: zero means that nothing is due. */
export async function workOff<Row>(
  database: AnyDatabase,
  queue: Queue<Row>,
  lease: Lease<Row>,
  work: (row: Row) => Promise<void>,
): Promise<number> {
  const rows = await leaseRows(database, queue, lease);
  await Promise.all(rows.map(work));
  return rows.length;
}
