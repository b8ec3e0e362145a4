import { plans } from '@funnel/contracts/plans';
import Router from '@koa/router';

import type { AppContext } from '../app-context.ts';
import { publicConfig } from '../public-config.ts';
import { visitOf } from './visit.ts';

export function configRoutes({ config }: AppContext): Router {
  const router = new Router();
  router.get('/api/config', (ctx) => {
    ctx.body = { ...publicConfig(config, visitOf(ctx).currency), plans: Object.values(plans) };
  });
  return router;
}
