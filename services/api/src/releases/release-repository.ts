import { createHash, randomUUID } from 'node:crypto';

import type { ReleaseAudit, ReleaseStatus } from '@funnel/contracts/release';
import { sql } from 'kysely';
import * as z from 'zod';

import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';

export const channel = 'production';

export type ChannelRow = Schema['channels'];
/** One move of the channel. `from` is null for the very first. */
export type Move = ReleaseAudit['moves'][number];
export type StoredSet = NonNullable<ReleaseStatus['set']>;
/** Name to version, of the shell and every remote. */
export type Members = Readonly<StoredSet['members']>;

const membersSchema = z.record(z.string(), z.string());

export const readChannel = (db: Queries): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('name', '=', channel).executeTakeFirst();

/** Points the channel elsewhere if nobody moved it since it was `seen`; says whether it did. Every move has a later time. */
export async function pointChannel(
  db: Queries,
  seen: ChannelRow | undefined,
  next: Omit<ChannelRow, 'name'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('channels')
    .values({ name: channel, ...next })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(next)
        .where('channels.moved_at', '=', seen?.moved_at ?? -1),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const insertMove = (db: Queries, { from, to, ...move }: Move) =>
  db
    .insertInto('release_audit')
    .values({ id: randomUUID(), channel, ...move, from_set: from, to_set: to })
    .execute();

/** Newest first. */
export const listMoves = (db: Queries, limit: number): Promise<Move[]> =>
  db
    .selectFrom('release_audit')
    .select(['at', 'actor', 'action', 'from_set as from', 'to_set as to', 'note'])
    .where('channel', '=', channel)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();

/** A set is its members: the same ones have the same id. */
export function setIdOf(members: Members): string {
  const lines = Object.entries(members).map(([name, version]) => `${name}@${version}\n`);
  return createHash('sha256').update(lines.sort().join('')).digest('hex').slice(0, 12);
}

export async function findSets(db: Queries, ids: readonly string[]): Promise<StoredSet[]> {
  const query = db.selectFrom('release_sets').select(['id', 'number', 'members', 'created_at as createdAt']);
  const rows = await query.where('id', 'in', ids).execute();
  return rows.map((row) => ({ ...row, members: membersSchema.parse(JSON.parse(row.members)) }));
}

export const findSet = async (db: Queries, id: string): Promise<StoredSet | null> =>
  (await findSets(db, [id]))[0] ?? null;

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
