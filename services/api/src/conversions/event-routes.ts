import { eventBatchSchema } from '@funnel/contracts/events';
import Router from '@koa/router';

import type { AppContext } from '../platform/app-context.ts';
import { readJson } from '../platform/http/json-body.ts';
import type { Load } from '../platform/http/load.ts';
import { rateLimit } from '../platform/http/rate-limit.ts';
import { sameOrigin } from '../platform/http/same-origin.ts';
import { isPreview, visitOf } from '../platform/http/visit.ts';
import { insertEvents } from './event-repository.ts';

/** As much as a browser's beacon can carry. */
const limits = { maxBytes: 64 * 1024, maxKeys: 1000 };

export function eventRoutes(context: AppContext, load: Load): Router {
  const { config, clock, database } = context;
  const router = new Router();
  const limit = rateLimit(context, { name: 'events', perMinute: config.RATE_LIMIT_PER_MINUTE * 5 });
  router.post('/api/events', load.shed, limit, sameOrigin(context), async (ctx) => {
    const { events } = await readJson(ctx, eventBatchSchema, limits);
    const visitId = visitOf(ctx).id;
    const rows = events.map((event) => ({
      id: event.id,
      visit_id: visitId,
      name: event.name,
      payload: JSON.stringify(event),
      received_at: clock(),
      set_id: isPreview(ctx) ? null : event.setId || null,
      path: event.path,
      remote: event.remote ?? null,
      version: event.version ?? null,
      measure: event.measure ?? null,
    }));
    await insertEvents(database.db, rows);
    ctx.status = 202;
    ctx.body = { accepted: rows.length };
  });
  return router;
}
