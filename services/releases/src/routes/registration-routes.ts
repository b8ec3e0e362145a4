import type { TokenRegistrations } from '@funnel/contracts/operators';

import type { OperatorHandlers } from '../operators/operator-router.ts';
import { describePublisher } from '../operators/publisher-routes.ts';
import { listPublishers, type TrustedPublisher } from '../operators/trusted-publishers.ts';
import type { Queries } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { listTeamWebhooks, type TeamWebhookRow } from '../teams/team-webhook-repository.ts';
import { describeTeamWebhook } from '../teams/team-webhook-routes.ts';

interface Registrations {
  readonly publishers: readonly TrustedPublisher[];
  readonly webhooks: readonly TeamWebhookRow[];
}

/**
 * A replica of an earlier version replaces a webhook without its tokens. Those of the replaced one stay in the row, after the id of that
 * registration.
 */
const withOwnTokens = (row: TeamWebhookRow): TeamWebhookRow =>
  row.made_by_tokens?.startsWith(`${row.id} `) ? row : { ...row, made_by_tokens: null };

/**
 * Returns what the token, or a token in whose chain of creators it is, has registered. Neither needs to exist any more. Rows
 * that do not state their tokens are included.
 */
async function findRegistrations(db: Queries, tokenId: string): Promise<Registrations> {
  const mayBeOfToken = ({ made_by_tokens }: { readonly made_by_tokens: string | null }) =>
    made_by_tokens === null || made_by_tokens.split(' ').includes(tokenId);
  return {
    publishers: (await listPublishers(db)).filter(mayBeOfToken),
    webhooks: (await listTeamWebhooks(db)).map(withOwnTokens).filter(mayBeOfToken),
  };
}

function withoutQuery(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
}

/** The endpoint for what stays after a token was revoked. */
export const registrationRoutes = ({
  database: { db },
}: ReleaseContext): OperatorHandlers<'listRegistrations'> => ({
  async listRegistrations(ctx) {
    const { publishers, webhooks } = await findRegistrations(db, ctx.params['id'] ?? '');
    ctx.body = {
      publishers: publishers.map((row) => ({
        ...describePublisher(row),
        isTokenRecorded: row.made_by_tokens !== null,
      })),
      webhooks: webhooks.map((row) => ({
        ...describeTeamWebhook(row),
        url: withoutQuery(row.url),
        isTokenRecorded: row.made_by_tokens !== null,
      })),
    } satisfies TokenRegistrations;
  },
});
