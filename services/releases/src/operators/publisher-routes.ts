import { randomUUID } from 'node:crypto';

import { trustedPublisherRequestSchema, type TrustedPublishers } from '@funnel/contracts/operators';
import { readJson } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { ReleaseContext } from '../platform/release-context.ts';
import type { OperatorHandlers } from './operator-router.ts';
import {
  deletePublisher,
  insertPublisher,
  listPublishers,
  type TrustedPublisher,
} from './trusted-publishers.ts';

export const describePublisher = (row: TrustedPublisher) => ({
  id: row.id,
  app: row.app,
  issuer: row.issuer,
  repositoryId: row.repository_id,
  workflow: row.workflow,
  environment: row.environment,
  createdAt: row.created_at,
  madeBy: row.made_by,
});

const issuerAdvice = (issuer: string, accepted: readonly string[]): string =>
  accepted.length > 0
    ? `The issuer must be one of OIDC_ISSUERS of the service, exactly as written there: ${accepted.join(', ')}.`
    : `The service accepts none. If you trust this one, set OIDC_ISSUERS=${issuer} and restart the service.`;

/** Endpoints for the workflows whose identity may publish. */
export function publisherRoutes({
  database: { db },
  clock,
  config,
  log,
}: ReleaseContext): OperatorHandlers<'listPublishers' | 'addPublisher' | 'removePublisher'> {
  return {
    async listPublishers(ctx) {
      ctx.body = {
        publishers: (await listPublishers(db)).map(describePublisher),
      } satisfies TrustedPublishers;
    },

    async addPublisher(ctx, operator) {
      const { repositoryId, ...request } = await readJson(ctx, trustedPublisherRequestSchema);
      if (!config.OIDC_ISSUERS.includes(request.issuer))
        throw problem('invalid-request', {
          detail: `Identity tokens of ${request.issuer} are not accepted. ${issuerAdvice(request.issuer, config.OIDC_ISSUERS)}`,
        });
      const row = {
        ...request,
        id: randomUUID(),
        repository_id: repositoryId,
        created_at: clock(),
        made_by: operator.name,
        made_by_tokens: operator.tokenChain,
      };
      if (!(await insertPublisher(db, row)))
        throw problem('invalid-request', {
          detail: 'This workflow in this environment publishes an app already. A workflow publishes one app.',
        });
      log.info({ operator: operator.name, id: row.id, ...request, repositoryId }, 'trusted publisher added');
      ctx.status = 201;
      ctx.body = describePublisher(row);
    },

    async removePublisher(ctx, operator) {
      const id = ctx.params['id'] ?? '';
      if (!(await deletePublisher(db, id)))
        throw problem('not-found', {
          detail: `There is no publisher "${id}". "release publisher list" shows them.`,
        });
      log.info({ operator: operator.name, id }, 'trusted publisher removed');
      ctx.status = 204;
    },
  };
}
