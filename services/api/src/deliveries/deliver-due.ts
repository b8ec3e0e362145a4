import type { HttpClient } from '@funnel/service-kit/http/http-client';
import { deliverDue as deliverDueRows, type CountAttempt } from '@funnel/service-kit/jobs/deliver';
import { outboxWorker as startWorkers } from '@funnel/service-kit/jobs/outbox-worker';
import type { Worker } from '@funnel/service-kit/jobs/worker';

import type { AppContext } from '../platform/app-context.ts';
import type { OutboxRow } from '../platform/schema.ts';
import { schedules, type Destination } from './destination.ts';

/**
 * Attempts the due deliveries of one destination, or one probe if its breaker is half-open. Returns the number of
 * deliveries.
 */
export const deliverDue = (
  context: AppContext,
  http: HttpClient,
  destination: Destination,
  count?: CountAttempt,
): Promise<number> =>
  deliverDueRows<OutboxRow>(context, {
    destination,
    schedule: schedules[destination.kind],
    http,
    count,
    describe: ({ visit_id: visitId, set_id: setId }) => ({ visitId, setId }),
  });

/** Delivers in the background. Each destination has its own loop, so that a slow one does not delay others. */
export const outboxWorker = (
  context: AppContext,
  destinations: readonly Destination[],
  count?: CountAttempt,
): Worker =>
  startWorkers(context, destinations, (http, destination) => deliverDue(context, http, destination, count));
