import type { HttpClient } from '@funnel/service-kit/http/http-client';
import { deliverDue as deliverDueRows, type CountAttempt } from '@funnel/service-kit/jobs/deliver';
import { outboxWorker as startWorkers } from '@funnel/service-kit/jobs/outbox-worker';
import type { Worker } from '@funnel/service-kit/jobs/worker';

import type { AppContext } from '../platform/app-context.ts';
import type { OutboxRow } from '../platform/schema.ts';
import { schedules, type Destination } from './destination.ts';

/** Attempts what is due for one destination, or one delivery where it was away; says how many deliveries that were. */
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

/** Delivers in the background. Each destination has a loop of its own, so that a slow one holds up no other. */
export const outboxWorker = (
  context: AppContext,
  destinations: readonly Destination[],
  count?: CountAttempt,
): Worker =>
  startWorkers(context, destinations, (http, destination) => deliverDue(context, http, destination, count));
