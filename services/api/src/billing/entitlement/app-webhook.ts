import { enqueue } from '../../deliveries/outbox-repository.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Queries } from '../../platform/database.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';

export const appWebhookName = 'app-webhook';

interface AppEvent {
  /** The id of the delivery. */
  readonly id: string;
  readonly kind: 'answers' | 'entitlement' | 'renewal-notice';
  readonly type: string;
  readonly data: object;
}

/** Enqueues an event for the external app. Call it only if its webhook is configured. */
export function enqueueAppEvent(
  { clock }: AppContext,
  db: Queries,
  { visit_id, set_id }: CheckoutSessionRow,
  { id, kind, type, data }: AppEvent,
): Promise<void> {
  const payload = JSON.stringify({ type, timestamp: new Date(clock()).toISOString(), data });
  return enqueue(db, { id, destination: appWebhookName, kind, payload, visit_id, set_id }, clock());
}
