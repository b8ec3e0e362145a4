import type { Db, Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';

type TokenRow = Schema['operator_tokens'];

/** How many tokens may have made each other. A longer chain is damaged. */
export const maxGeneration = 10;
const minuteMs = 60_000;

interface TokenQuery {
  readonly column: 'id' | 'token_sha256';
  readonly value: string;
  readonly nowMs: number;
  /** Ids of the tokens that the environment names now. */
  readonly rootIds: readonly string[];
}

/** The token, if neither it nor one of those that made it has expired or been removed. */
export async function findValidToken(db: Queries, query: TokenQuery): Promise<TokenRow | undefined> {
  const { nowMs, rootIds } = query;
  const find = (column: TokenQuery['column'], value: string) =>
    db
      .selectFrom('operator_tokens')
      .selectAll()
      .where(column, '=', value)
      .where('expires_at', '>', nowMs)
      .executeTakeFirst();
  const token = await find(query.column, query.value);
  let maker = token?.made_by;
  for (let length = 0; maker; length++) {
    if (rootIds.includes(maker)) break;
    const row = length < maxGeneration ? await find('id', maker) : undefined;
    if (!row) return undefined;
    maker = row.made_by;
  }
  return token;
}

/** Notes when a token was last used, at most once a minute. */
export async function noteTokenUse(db: Db, { id, last_used_at }: TokenRow, nowMs: number): Promise<void> {
  if (last_used_at !== null && nowMs - last_used_at < minuteMs) return;
  await db
    .updateTable('operator_tokens')
    .set({ last_used_at: nowMs - (nowMs % minuteMs) })
    .where('id', '=', id)
    .execute();
}

/** Stores a session, and removes those that have ended. */
export async function insertSession(db: Db, row: Schema['operator_sessions']): Promise<void> {
  await db.deleteFrom('operator_sessions').where('expires_at', '<=', row.created_at).execute();
  await db.insertInto('operator_sessions').values(row).execute();
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
