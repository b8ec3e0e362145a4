import { minuteMs } from '@funnel/service-kit/durations';

import type { Db, Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';
import type { TokenRow } from './operator-repository.ts';

/** The longest chain of tokens that created each other. A longer chain is corrupt. */
export const maxGeneration = 10;

interface TokenQuery {
  readonly column: 'id' | 'token_sha256';
  readonly value: string;
  readonly nowMs: number;
  /** Ids of the tokens that the environment configures now. */
  readonly rootIds: readonly string[];
}

interface ValidToken extends TokenRow {
  /** The ids of its chain of creators, the closest first. */
  readonly creatorIds: readonly string[];
}

/** Finds a token, if neither it nor any token in its chain of creators has expired or been deleted. */
export async function findValidToken(db: Queries, query: TokenQuery): Promise<ValidToken | undefined> {
  const { nowMs, rootIds } = query;
  const find = (column: TokenQuery['column'], value: string) =>
    db
      .selectFrom('operator_tokens')
      .selectAll()
      .where(column, '=', value)
      .where('expires_at', '>', nowMs)
      .executeTakeFirst();
  const token = await find(query.column, query.value);
  const creatorIds: string[] = [];
  let creatorId = token?.made_by;
  for (let length = 0; creatorId; length++) {
    creatorIds.push(creatorId);
    if (rootIds.includes(creatorId)) break;
    const row = length < maxGeneration ? await find('id', creatorId) : undefined;
    if (!row) return undefined;
    creatorId = row.made_by;
  }
  return token && { ...token, creatorIds };
}

/** Stores when a token was last used, at most once a minute. */
export async function recordTokenUse(db: Db, { id, last_used_at }: TokenRow, nowMs: number): Promise<void> {
  if (last_used_at !== null && nowMs - last_used_at < minuteMs) return;
  await db
    .updateTable('operator_tokens')
    .set({ last_used_at: nowMs - (nowMs % minuteMs) })
    .where('id', '=', id)
    .execute();
}

/** More than a team that shares a token needs. A valid token signs in as often as it likes. */
const maxSessions = 100;

/** Stores an operator session, and deletes expired ones and the oldest of a token that has too many. */
export async function insertSession(db: Db, row: Schema['operator_sessions']): Promise<void> {
  const { token_id, created_at } = row;
  await db.deleteFrom('operator_sessions').where('expires_at', '<=', created_at).execute();
  await db.insertInto('operator_sessions').values(row).execute();
  await db
    .deleteFrom('operator_sessions')
    .where('token_id', '=', token_id)
    .where('id_sha256', 'not in', (query) =>
      query
        .selectFrom('operator_sessions')
        .select('id_sha256')
        .where('token_id', '=', token_id)
        .orderBy('created_at', 'desc')
        .limit(maxSessions),
    )
    .execute();
}

export const findSession = (db: Queries, idSha256: string, nowMs: number) =>
  db
    .selectFrom('operator_sessions')
    .select('token_id')
    .where('id_sha256', '=', idSha256)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();

export const deleteSession = (db: Queries, idSha256: string) =>
  db.deleteFrom('operator_sessions').where('id_sha256', '=', idSha256).execute();
