import type { Queries } from '../../platform/database.ts';
import type { InboxRow } from '../../platform/schema.ts';
import type { WebhookEvent } from '../payment-provider.ts';

/** Keeps a message; a repeat of one that is kept changes nothing. */
export async function storeWebhookEvent(
  db: Queries,
  { id, type, objectId }: WebhookEvent,
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes one message that is due, and counts the attempt; nobody else gets it before `leaseUntil`. */
export const leaseWebhookEvent = (
  db: Queries,
  nowMs: number,
  leaseUntil: number,
): Promise<InboxRow | undefined> =>
  db
    .updateTable('inbox')
    .set((row) => ({ due_at: leaseUntil, attempts: row('attempts', '+', 1) }))
    .where('event_id', '=', (query) =>
      query
        .selectFrom('inbox')
        .select('event_id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', nowMs)
        .orderBy('due_at')
        .limit(1),
    )
    // Of two replicas that chose the same one, the second finds it leased.
    .where('state', '=', 'waiting')
    .where('due_at', '<=', nowMs)
    .returningAll()
    .executeTakeFirst();

/** Ends a message. False where it had ended before: its effect is then not to be had twice. */
export async function completeWebhookEvent(
  db: Queries,
  eventId: string,
  state: 'done' | 'dead',
  lastError: string | null,
): Promise<boolean> {
  const ended = await db
    .updateTable('inbox')
    .set({ state, ...(lastError && { last_error: lastError }) })
    .where('event_id', '=', eventId)
    .where('state', '=', 'waiting')
    .returning('event_id')
    .executeTakeFirst();
  return ended !== undefined;
}

export async function rescheduleWebhookEvent(
  db: Queries,
  eventId: string,
  dueAt: number,
  reason: string,
): Promise<void> {
  await db
    .updateTable('inbox')
    .set({ due_at: dueAt, last_error: reason })
    .where('event_id', '=', eventId)
    .where('state', '=', 'waiting')
    .execute();
}
