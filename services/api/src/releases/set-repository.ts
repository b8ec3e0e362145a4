import { createHash } from 'node:crypto';

import { sql } from 'kysely';
import * as z from 'zod';

import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';

/** Name to version, of the shell and every remote. */
export type Members = Readonly<Record<string, string>>;

export interface StoredSet {
  readonly id: string;
  readonly number: number;
  readonly members: Members;
  readonly createdAt: number;
}

const membersSchema = z.record(z.string(), z.string());

/** A set is its members: the same ones have the same id. */
export function setIdOf(members: Members): string {
  const lines = Object.entries(members).map(([name, version]) => `${name}@${version}\n`);
  return createHash('sha256').update(lines.sort().join('')).digest('hex').slice(0, 12);
}

function toSet(row: Schema['release_sets']): StoredSet {
  return {
    id: row.id,
    number: row.number,
    members: membersSchema.parse(JSON.parse(row.members)),
    createdAt: row.created_at,
  };
}

export async function findSets(db: Queries, ids: readonly string[]): Promise<StoredSet[]> {
  if (ids.length === 0) return [];
  return (await db.selectFrom('release_sets').selectAll().where('id', 'in', ids).execute()).map(toSet);
}

export async function findSet(db: Queries, id: string): Promise<StoredSet | null> {
  const [set] = await findSets(db, [id]);
  return set ?? null;
}

/** Gives the set the next number, unless it exists. For a transaction that holds the channel's row. */
export async function insertSet(db: Queries, members: Members, createdAt: number): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
  await db
    .insertInto('release_sets')
    .values({
      id: setIdOf(members),
      number: sql<number>`(select coalesce(max(number), 0) + 1 from release_sets)`,
      members: JSON.stringify(sorted),
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
