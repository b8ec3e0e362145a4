import { randomBytes, randomUUID } from 'node:crypto';

import type { signInEndpoints } from '@funnel/contracts/operator-endpoints';
import {
  signInRequestSchema,
  tokenRequestSchema,
  type Operator,
  type OperatorTokens,
} from '@funnel/contracts/operators';
import { automaticActors } from '@funnel/contracts/release-management';
import { dayMs } from '@funnel/service-kit/durations';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readJson } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { ReleaseContext } from '../platform/release-context.ts';
import { maxGeneration } from './operator-auth-repository.ts';
import { operatorAuthOf, tokenDigest } from './operator-auth.ts';
import { deleteTokenTree, insertToken, listTokens, type TokenRow } from './operator-repository.ts';
import type { OperatorHandlers } from './operator-router.ts';

/** The length of the chain of creators of a token. 0 for a token of the environment. */
function generationOf(token: TokenRow | undefined, rows: readonly TokenRow[]): number {
  if (!token) return 0;
  const creator = rows.find((row) => row.id === token.made_by);
  return 1 + generationOf(creator, rows);
}

export function signInRoutes(context: ReleaseContext): PublicHandlers<keyof typeof signInEndpoints> {
  const auth = operatorAuthOf(context);
  return {
    async signIn(ctx) {
      const { token } = await readJson(ctx, signInRequestSchema);
      ctx.body = (await auth.signIn(ctx, token)).describe() satisfies Operator;
    },
  };
}

/** Endpoints for the operator's session and tokens. */
export function operatorRoutes(
  context: ReleaseContext,
): OperatorHandlers<'readSession' | 'signOut' | 'listTokens' | 'createToken' | 'revokeToken'> {
  const { database, clock, log } = context;
  const { db } = database;
  const auth = operatorAuthOf(context);

  return {
    readSession(ctx, operator) {
      ctx.body = operator.describe() satisfies Operator;
    },

    async signOut(ctx) {
      await auth.signOut(ctx);
      ctx.status = 204;
    },

    async listTokens(ctx) {
      const rows = await listTokens(db);
      const nameOf = (id: string | null) =>
        rows.find((row) => row.id === id)?.name ?? auth.configuredName(id) ?? null;
      ctx.body = {
        tokens: rows.map((row) => ({
          id: row.id,
          name: row.name,
          preset: row.role,
          createdAt: row.created_at,
          expiresAt: row.expires_at,
          lastUsedAt: row.last_used_at,
          madeBy: nameOf(row.made_by),
        })),
      } satisfies OperatorTokens;
    },

    async createToken(ctx, operator) {
      const { name, preset, days } = await readJson(ctx, tokenRequestSchema);
      if (automaticActors.some((actor) => actor === name) || auth.isConfiguredName(name))
        throw problem('invalid-request', {
          detail: `The history records "${name}" for the service or for a token of OPERATOR_TOKEN. Choose another name.`,
        });
      const token = randomBytes(32).toString('base64url');
      const [id, now] = [randomUUID(), clock()];
      const rows = await listTokens(db);
      const creator = rows.find((row) => row.id === operator.tokenId);
      if (generationOf(creator, rows) >= maxGeneration)
        throw problem('forbidden', {
          detail:
            'The chain of tokens that created this one is too long. Sign in with a token of OPERATOR_TOKEN.',
        });
      const expiresAt = Math.min(now + days * dayMs, creator?.expires_at ?? Infinity);
      await insertToken(db, {
        id,
        name,
        role: preset,
        token_sha256: tokenDigest(token),
        created_at: now,
        expires_at: expiresAt,
        made_by: operator.tokenId,
        last_used_at: null,
      });
      log.info({ operator: operator.name, id, name, preset }, 'operator token created');
      ctx.status = 201;
      ctx.body = { token, name, expiresAt };
    },

    async revokeToken(ctx, operator) {
      const id = ctx.params['id'] ?? '';
      const removed = await db.transaction().execute((transaction) => deleteTokenTree(transaction, id));
      if (removed.length === 0)
        throw problem('not-found', {
          detail: `There is no token "${id}". "release token list" lists the tokens.`,
        });
      log.info({ operator: operator.name, ids: removed }, 'operator tokens revoked');
      ctx.status = 204;
    },
  };
}
