import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';
import { listPublishers, type TrustedPublisher } from './trusted-publishers.ts';

interface Registrations {
  readonly publishers: readonly TrustedPublisher[];
  readonly webhooks: readonly Schema['team_webhooks'][];
}

/**
 * Returns what the token, or a token in whose chain of creators it is, has registered. Neither needs to exist any more. Rows
 * that do not state their tokens are included.
 */
export async function listRegistrations(db: Queries, tokenId: string): Promise<Registrations> {
  const mayBeOfToken = ({ made_by_tokens }: { readonly made_by_tokens: string | null }) =>
    made_by_tokens === null || made_by_tokens.split(' ').includes(tokenId);
  const webhooks = await db.selectFrom('team_webhooks').selectAll().orderBy('name').execute();
  return {
    publishers: (await listPublishers(db)).filter(mayBeOfToken),
    webhooks: webhooks.filter(mayBeOfToken),
  };
}
