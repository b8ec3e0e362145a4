import type { HttpClient } from '@funnel/service-kit/http/http-client';
import { deliverDue as deliverDueRows, type CountAttempt } from '@funnel/service-kit/jobs/deliver';
import { startOutboxWorkers } from '@funnel/service-kit/jobs/outbox-worker';
import type { Worker } from '@funnel/service-kit/jobs/worker';

import type { AppContext } from '../platform/app-context.ts';
import type { OutboxRow } from '../platform/schema.ts';
import { schedules, type AnyDestination } from './destination.ts';
import { teamDestinations } from './team-webhooks.ts';

/**
 * Attempts the due deliveries of one destination, or one probe if its breaker is half-open. Returns the number of
 * deliveries.
 */
export const deliverDue = (
  context: AppContext,
  http: HttpClient,
  destination: AnyDestination,
  count?: CountAttempt,
): Promise<number> =>
  deliverDueRows<OutboxRow>(context, {
    destination,
    schedule: schedules[destination.kind],
    http,
    count,
    logFieldsOf: ({ visit_id: visitId, set_id: setId }) => ({ visitId, setId }),
  });

/**
 * Delivers in the background. Each configured destination and each team is independent, so that a slow one does not delay
 * others. Teams register while the service runs.
 */
export const startDeliveries = (
  context: AppContext,
  destinations: readonly AnyDestination[],
  count?: CountAttempt,
): Worker =>
  startOutboxWorkers<AnyDestination>(
    context,
    destinations,
    (http, destination) => deliverDue(context, http, destination, count),
    { name: 'team-webhooks', list: () => teamDestinations(context) },
  );
