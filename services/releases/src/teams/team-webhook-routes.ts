import { randomUUID } from 'node:crypto';

import { nameSchema } from '@funnel/contracts/release';
import {
  teamWebhookRequestSchema,
  type NewTeamWebhook,
  type TeamWebhook,
} from '@funnel/contracts/team-webhooks';
import { readJson } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { AuthenticatedOperator } from '../operators/operator-auth.ts';
import type { OperatorHandlers } from '../operators/operator-router.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { listAppNames, unknownAppReason } from '../registry/build-repository.ts';
import {
  deleteTeamWebhook,
  findTeamWebhook,
  storeTeamWebhook,
  teamSecretOf,
  type TeamWebhookRow,
} from './team-webhook-repository.ts';

export const describeTeamWebhook = ({ name, url, created_at, made_by }: TeamWebhookRow): TeamWebhook => ({
  name,
  url,
  createdAt: created_at,
  madeBy: made_by,
});

/** Only a token may decide which URL receives the webhooks of its app. A workflow only publishes and deprecates versions. */
function requireTeam(operator: AuthenticatedOperator, name: string): void {
  if (operator.canPublish(name) && operator.source === null) return;
  throw problem('forbidden', { detail: `Your token (${operator.preset}) does not manage ${name}.` });
}

/** The URLs that are notified of an app's promotions, failures and rollbacks. */
export function teamWebhookRoutes({
  database: { db },
  clock,
  config,
  keys,
  log,
}: ReleaseContext): OperatorHandlers<'readTeamWebhook' | 'setTeamWebhook' | 'removeTeamWebhook'> {
  /** Returns the registration of an app. Throws `not-found`, or `forbidden` for another team. */
  async function readOwn(name: string, operator: AuthenticatedOperator): Promise<TeamWebhookRow> {
    requireTeam(operator, name);
    const row = await findTeamWebhook(db, name);
    if (!row)
      throw problem('not-found', {
        detail: `"${name}" has no webhook. "release webhook set" registers one.`,
      });
    return row;
  }

  return {
    async readTeamWebhook(ctx, operator) {
      ctx.body = describeTeamWebhook(await readOwn(ctx.params['name'] ?? '', operator));
    },

    async setTeamWebhook(ctx, operator) {
      const { url } = await readJson(ctx, teamWebhookRequestSchema);
      const name = nameSchema.safeParse(ctx.params['name']);
      if (!name.success) throw problem('invalid-request', { detail: 'The URL must name an app.' });
      requireTeam(operator, name.data);
      const { protocol, username, password } = new URL(url);
      if (username !== '' || password !== '')
        throw problem('invalid-request', { detail: 'The URL must not contain a user or a password.' });
      if (config.NODE_ENV === 'production' && protocol !== 'https:')
        throw problem('invalid-request', { detail: 'The URL must start with https.' });
      const id = randomUUID();
      const row = {
        name: name.data,
        id,
        url,
        created_at: clock(),
        made_by: operator.name,
        made_by_tokens: `${id} ${operator.tokenChain}`,
      };
      // Read first: if this failed after the row was stored, the secret, which is shown once, would be lost.
      const apps = await listAppNames(db);
      await storeTeamWebhook(db, row);
      log.info({ operator: operator.name, app: row.name }, 'team webhook registered');
      ctx.body = {
        ...describeTeamWebhook(row),
        secret: teamSecretOf(keys, row),
        ...(!apps.includes(row.name) && { warning: unknownAppReason(row.name, apps) }),
      } satisfies NewTeamWebhook;
    },

    async removeTeamWebhook(ctx, operator) {
      const { name } = await readOwn(ctx.params['name'] ?? '', operator);
      await deleteTeamWebhook(db, name);
      log.info({ operator: operator.name, app: name }, 'team webhook removed');
      ctx.status = 204;
    },
  };
}
