import {
  deliveryQuerySchema,
  redeliveryRequestSchema,
  resumptionRequestSchema,
} from '@funnel/contracts/deliveries';
import type { OperatorHandlers } from '@funnel/releases/operators/operator-router';
import { readJson } from '@funnel/service-kit/http/json-body';
import { readQuery } from '@funnel/service-kit/http/parse-input';

import type { AppContext } from '../platform/app-context.ts';
import { listDeliveries, redeliver, resume } from './delivery-repository.ts';
import { summarizeOutbox } from './outbox-summary.ts';

/** Endpoints to inspect and redeliver deliveries. Payloads are never shown. */
export function deliveryRoutes(
  context: AppContext,
  wakeOutbox: () => void,
): OperatorHandlers<'listDeliveries' | 'readDeliverySummary' | 'redeliver' | 'resumeDestination'> {
  const { clock, log } = context;
  const { db } = context.database;
  return {
    async listDeliveries(ctx) {
      ctx.body = await listDeliveries(db, readQuery(ctx, deliveryQuerySchema));
    },
    async readDeliverySummary(ctx) {
      ctx.body = { destinations: await summarizeOutbox(db, clock()) };
    },
    async redeliver(ctx, operator) {
      const request = await readJson(ctx, redeliveryRequestSchema);
      const result = await redeliver(db, request, clock());
      log.info({ operator: operator.name, ...request, ...result }, 'deliveries requeued');
      wakeOutbox();
      ctx.body = result;
    },
    async resumeDestination(ctx, operator) {
      const { destination } = await readJson(ctx, resumptionRequestSchema);
      const resumed = await resume(db, destination, clock());
      log.info({ operator: operator.name, destination, resumed }, 'destination resumed');
      wakeOutbox();
      ctx.body = { resumed };
    },
  };
}
