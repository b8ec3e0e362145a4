import { completeRow, type Queue } from '@funnel/service-kit/jobs/queue';
import { sql } from 'kysely';

import type { Queries } from '../../platform/database.ts';
import type { InboxRow } from '../../platform/schema.ts';
import type { WebhookEvent } from '../payment-provider.ts';

/** Stores a webhook event. A repeated event changes nothing, unless it is dead: then it is processed again. */
export async function storeWebhookEvent(
  db: Queries,
  { id, type, objectId, renewal }: WebhookEvent,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('inbox')
    .values({
      event_id: id,
      type,
      object_id: objectId,
      state: 'waiting',
      attempts: 0,
      due_at: nowMs,
      last_error: null,
      received_at: nowMs,
      renewal: renewal ? JSON.stringify(renewal) : null,
    })
    .onConflict((conflict) =>
      conflict
        .column('event_id')
        .doUpdateSet({ state: 'waiting', attempts: 0, due_at: nowMs })
        .where('inbox.state', '=', 'dead'),
    )
    .execute();
}

/** The queue of webhook events, by the time at which they are due. */
export const inbox: Queue<InboxRow> = {
  table: 'inbox',
  id: 'event_id',
  dueAt: 'due_at',
  isWaiting: sql`state = 'waiting'`,
};

/**
 * Completes a webhook event. Returns false if it was completed before. Its effect must then not be applied again.
 */
export const completeWebhookEvent = (
  db: Queries,
  eventId: string,
  state: 'done' | 'dead',
  lastError: string | null,
): Promise<boolean> =>
  completeRow(db, inbox, eventId, { state, ...(lastError && { last_error: lastError }) });

export const rescheduleWebhookEvent = (
  db: Queries,
  eventId: string,
  dueAt: number,
  reason: string,
): Promise<boolean> => completeRow(db, inbox, eventId, { due_at: dueAt, last_error: reason });
