import type { TokenRegistrations } from '@funnel/contracts/operators';

import type { ReleaseContext } from '../platform/release-context.ts';
import type { OperatorHandlers } from './operator-router.ts';
import { describePublisher } from './publisher-routes.ts';
import { listRegistrations } from './registration-repository.ts';

function withoutQuery(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
}

/** The endpoint for what stays after a token was revoked. */
export const registrationRoutes = ({
  database: { db },
}: ReleaseContext): OperatorHandlers<'listRegistrations'> => ({
  async listRegistrations(ctx) {
    const { publishers, webhooks } = await listRegistrations(db, ctx.params['id'] ?? '');
    ctx.body = {
      publishers: publishers.map((row) => ({
        ...describePublisher(row),
        isTokenKnown: row.made_by_tokens !== null,
      })),
      webhooks: webhooks.map(({ name, url, created_at, made_by, made_by_tokens }) => ({
        name,
        url: withoutQuery(url),
        createdAt: created_at,
        madeBy: made_by,
        isTokenKnown: made_by_tokens !== null,
      })),
    } satisfies TokenRegistrations;
  },
});
