import type { ReleaseAudit } from '@funnel/contracts/release';
import * as z from 'zod';

import type { Queries } from '../platform/database.ts';
import type { ReleaseAuditRow, Schema } from '../platform/schema.ts';

export const channel = 'production';

export type ChannelRow = Schema['channels'];
/** One move of the channel. `from` is null for the very first. */
export type Move = ReleaseAudit['moves'][number];

const actionSchema = z.enum(['promote', 'rollback']);

export const readChannel = (db: Queries): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('name', '=', channel).executeTakeFirst();

/** Points the channel elsewhere if nobody moved it since it was `seen`; says whether it did. Every move has a later time. */
export async function pointChannel(
  db: Queries,
  seen: ChannelRow | undefined,
  next: { readonly set_id: string; readonly moved_at: number },
): Promise<boolean> {
  if (!seen) {
    const first = await db
      .insertInto('channels')
      .values({ name: channel, ...next })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return first.numInsertedOrUpdatedRows === 1n;
  }
  const moved = await db
    .updateTable('channels')
    .set(next)
    .where('name', '=', channel)
    .where('moved_at', '=', seen.moved_at)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

export const insertMove = (db: Queries, row: ReleaseAuditRow) =>
  db.insertInto('release_audit').values(row).execute();

/** Newest first. */
export async function listMoves(db: Queries, limit: number): Promise<Move[]> {
  const rows = await db
    .selectFrom('release_audit')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at, actor, action, from_set, to_set, note }) => ({
    at,
    actor,
    action: actionSchema.parse(action),
    from: from_set,
    to: to_set,
    note,
  }));
}
