import { deliveryQuerySchema, redeliveryRequestSchema } from '@funnel/contracts/deliveries';
import Router from '@koa/router';

import type { AppContext } from '../platform/app-context.ts';
import { readJson } from '../platform/http/json-body.ts';
import { operatorOnly } from '../platform/http/operator.ts';
import { summariseOutbox } from '../platform/outbox/outbox-summary.ts';
import { problem } from '../platform/problem.ts';
import { listDeliveries, redeliver } from './delivery-repository.ts';

/** What operators see and do of messages to other systems: never what the messages say. */
export function deliveryRoutes(context: AppContext, wakeOutbox: () => void): Router {
  const { clock, log } = context;
  const { db } = context.database;
  const router = new Router({ prefix: '/api/deliveries' });
  router.use(operatorOnly(context));
  router.get('/', async (ctx) => {
    const query = deliveryQuerySchema.safeParse(ctx.query);
    if (!query.success) {
      const errors = query.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      throw problem('invalid-request', { data: { errors } });
    }
    ctx.body = await listDeliveries(db, query.data);
  });
  router.get('/summary', async (ctx) => {
    ctx.body = { destinations: await summariseOutbox(db, clock()) };
  });
  router.post('/redeliver', async (ctx) => {
    const request = await readJson(ctx, redeliveryRequestSchema);
    const result = await redeliver(db, request, clock());
    log.info({ operator: ctx.state.operator, ...request, ...result }, 'deliveries put back');
    wakeOutbox();
    ctx.body = result;
  });
  return router;
}
