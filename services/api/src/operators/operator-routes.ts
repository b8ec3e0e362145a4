import { randomBytes, randomUUID } from 'node:crypto';

import Router from '@koa/router';
import {
  operatorSchema,
  signInRequestSchema,
  tokenRequestSchema,
  type Operator,
  type OperatorTokens,
} from '@funnel/contracts/operators';

import type { AppContext } from '../platform/app-context.ts';
import { readJson } from '../platform/http/json-body.ts';
import { doorOf, operatorOnly, tokenDigest } from '../platform/http/operator.ts';
import { sameOrigin } from '../platform/http/same-origin.ts';
import { problem } from '../platform/problem.ts';
import { deleteToken, insertToken, listTokens } from './operator-repository.ts';

const dayMs = 24 * 3600 * 1000;

/** Signing in with a browser, and the tokens to sign in with. */
export function operatorRoutes(context: AppContext): Router {
  const { database, clock, log } = context;
  const door = doorOf(context);
  const router = new Router({ prefix: '/api/operator' });
  const anyone = operatorOnly(context, 'viewer');
  const manager = operatorOnly(context, 'manager');

  router.post('/session', sameOrigin(context), async (ctx) => {
    const { token } = await readJson(ctx, signInRequestSchema);
    const operator = await door.admit(ctx, token);
    await door.startSession(ctx, operator);
    ctx.body = { name: operator.name, role: operator.role } satisfies Operator;
  });

  router.get('/session', anyone, (ctx) => {
    ctx.body = operatorSchema.parse({ name: ctx.state.operator, role: ctx.state.operatorRole });
  });

  router.delete('/session', anyone, (ctx) => {
    door.endSession(ctx);
    ctx.status = 204;
  });

  router.get('/tokens', manager, async (ctx) => {
    ctx.body = { tokens: await listTokens(database.db) } satisfies OperatorTokens;
  });

  router.post('/tokens', manager, async (ctx) => {
    const { name, role, days } = await readJson(ctx, tokenRequestSchema);
    if (name === 'self-healing')
      throw problem('invalid-request', {
        detail: 'self-healing is what the audit calls the service itself.',
      });
    const token = randomBytes(32).toString('base64url');
    const [id, now] = [randomUUID(), clock()];
    const expiresAt = now + days * dayMs;
    const row = { id, name, role, token_sha256: tokenDigest(token), created_at: now, expires_at: expiresAt };
    await insertToken(database.db, row);
    log.info({ operator: ctx.state.operator, id, name, role }, 'operator token made');
    ctx.status = 201;
    ctx.body = { token, name, expiresAt };
  });

  router.delete('/tokens/:id', manager, async (ctx) => {
    const id = ctx.params.id ?? '';
    if (!(await deleteToken(database.db, id)))
      throw problem('not-found', { detail: `There is no token ${id}.` });
    log.info({ operator: ctx.state.operator, id }, 'operator token revoked');
    ctx.status = 204;
  });
  return router;
}
