import type { Queries } from '../../platform/database.ts';
import type { ActivationTokenRow } from '../../platform/schema.ts';

const maxTokens = 5;

/**
 * Stores a token and deletes all but the newest few of its subscription. Several are valid because the page may be open
 * in several tabs.
 */
export async function storeToken(db: Queries, row: ActivationTokenRow): Promise<void> {
  const { subscription_id } = row;
  await db.insertInto('activation_tokens').values(row).execute();
  await db
    .deleteFrom('activation_tokens')
    .where('subscription_id', '=', subscription_id)
    .where('token_sha256', 'not in', (query) =>
      query
        .selectFrom('activation_tokens')
        .select('token_sha256')
        .where('subscription_id', '=', subscription_id)
        .orderBy('expires_at', 'desc')
        .limit(maxTokens),
    )
    .execute();
}

/** Uses a token up. Returns its subscription, or undefined if the token is unknown, used or expired. */
export async function useToken(db: Queries, tokenSha256: string, nowMs: number): Promise<string | undefined> {
  const used = await db
    .deleteFrom('activation_tokens')
    .where('token_sha256', '=', tokenSha256)
    .where('expires_at', '>', nowMs)
    .returning('subscription_id')
    .executeTakeFirst();
  return used?.subscription_id;
}
