import type { OperatorTokens } from '@funnel/contracts/operators';

import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';

export const insertToken = (db: Queries, row: Schema['operator_tokens']) =>
  db.insertInto('operator_tokens').values(row).execute();

/** Oldest first, those that have expired too. */
export const listTokens = (db: Queries): Promise<OperatorTokens['tokens']> =>
  db
    .selectFrom('operator_tokens')
    .select(['id', 'name', 'role', 'created_at as createdAt', 'expires_at as expiresAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Says whether there was one. */
export async function deleteToken(db: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('operator_tokens').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
