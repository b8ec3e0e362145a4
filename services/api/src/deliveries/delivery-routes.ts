import { deliveryQuerySchema, redeliveryRequestSchema } from '@funnel/contracts/deliveries';
import type { OperatorHandlers } from '@funnel/releases/operators/operator-router';
import { readJson } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { AppContext } from '../platform/app-context.ts';
import { listDeliveries, redeliver } from './delivery-repository.ts';
import { summariseOutbox } from './outbox-summary.ts';

/** What operators see and do of messages to other systems: never what the messages say. */
export function deliveryRoutes(
  context: AppContext,
  wakeOutbox: () => void,
): OperatorHandlers<'listDeliveries' | 'readDeliverySummary' | 'redeliver'> {
  const { clock, log } = context;
  const { db } = context.database;
  return {
    async listDeliveries(ctx) {
      const query = deliveryQuerySchema.safeParse(ctx.query);
      if (!query.success) {
        const errors = query.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        throw problem('invalid-request', { data: { errors } });
      }
      ctx.body = await listDeliveries(db, query.data);
    },
    async readDeliverySummary(ctx) {
      ctx.body = { destinations: await summariseOutbox(db, clock()) };
    },
    async redeliver(ctx, operator) {
      const request = await readJson(ctx, redeliveryRequestSchema);
      const result = await redeliver(db, request, clock());
      log.info({ operator: operator.name, ...request, ...result }, 'deliveries put back');
      wakeOutbox();
      ctx.body = result;
    },
  };
}
