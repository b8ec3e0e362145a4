import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';

export type TokenRow = Schema['operator_tokens'];

export const insertToken = (db: Queries, row: TokenRow) =>
  db.insertInto('operator_tokens').values(row).execute();

/** Returns the oldest first, including expired ones. */
export const listTokens = (db: Queries): Promise<TokenRow[]> =>
  db.selectFrom('operator_tokens').selectAll().orderBy('created_at').orderBy('id').execute();

/** Deletes the token, all tokens that it created, and their sessions. Returns the ids of the deleted tokens. */
export async function deleteTokenTree(db: Queries, id: string): Promise<string[]> {
  const tokens = await listTokens(db);
  const removed = new Set(tokens.filter((token) => token.id === id).map((token) => token.id));
  for (let before = -1; before < removed.size;) {
    before = removed.size;
    for (const token of tokens) if (token.made_by && removed.has(token.made_by)) removed.add(token.id);
  }
  if (removed.size === 0) return [];
  await db
    .deleteFrom('operator_tokens')
    .where('id', 'in', [...removed])
    .execute();
  await db
    .deleteFrom('operator_sessions')
    .where('token_id', 'in', [...removed])
    .execute();
  return [...removed];
}
