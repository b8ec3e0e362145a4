import Router from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod';

import type { Sandbox } from '../sandbox.ts';
import { controlActions, deliveriesView, type ControlAction } from './control-actions.ts';

function respond(ctx: Context, sandbox: Sandbox, { run }: ControlAction): void {
  try {
    const changed = run(sandbox, ctx.params['id'] ?? '', ctx.request.body ?? {});
    ctx.status = changed === null ? 404 : 200;
    ctx.body = changed ?? { error: { message: 'No object with this id can be changed.' } };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    ctx.status = 400;
    ctx.body = { error: { message: z.prettifyError(error) } };
  }
}

export function controlRoutes(sandbox: Sandbox): Router {
  const router = new Router({ prefix: '/sandbox' });
  router.get('/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/deliveries', (ctx) => {
    ctx.body = deliveriesView(sandbox);
  });
  for (const entry of controlActions) router.post(entry.path, (ctx) => respond(ctx, sandbox, entry));
  return router;
}
