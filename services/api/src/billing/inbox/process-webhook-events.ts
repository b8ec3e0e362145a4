import { hourMs, minuteMs } from '@funnel/service-kit/durations';
import { processDue } from '@funnel/service-kit/jobs/queue';
import { delayAfter } from '@funnel/service-kit/jobs/retry-schedule';
import { redact } from '@funnel/service-kit/log';
import { sql } from 'kysely';

import type { AppContext } from '../../platform/app-context.ts';
import type { InboxRow } from '../../platform/schema.ts';
import { enqueueRenewalNotice } from '../entitlement/enqueue-renewal-notice.ts';
import type { PaymentProvider, Renewal } from '../payment-provider.ts';
import { applyProviderState } from '../provider-state/apply-provider-state.ts';
import { readProviderState, type ProviderObjectKind } from '../provider-state/read-provider-state.ts';
import { completeWebhookEvent, inbox, rescheduleWebhookEvent } from './inbox-repository.ts';

/** The kind of object to fetch for each event type. Events of other types are stored and have no effect. */
export const objectKindByEventType: Readonly<Record<string, ProviderObjectKind>> = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  'checkout.session.expired': 'session',
  'customer.subscription.created': 'subscription',
  'customer.subscription.updated': 'subscription',
  'customer.subscription.deleted': 'subscription',
  'customer.subscription.paused': 'subscription',
  'customer.subscription.resumed': 'subscription',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'invoice',
  'invoice.payment_action_required': 'invoice',
  'invoice.marked_uncollectible': 'invoice',
  'invoice.voided': 'invoice',
  'invoice.finalization_failed': 'invoice',
  'invoice.upcoming': 'subscription',
  'charge.refunded': 'charge',
  'charge.dispute.created': 'charge',
  'charge.dispute.closed': 'charge',
  'refund.created': 'charge',
  'refund.updated': 'charge',
  'refund.failed': 'charge',
  'radar.early_fraud_warning.created': 'fraud-warning',
};

const leaseMs = 60_000;
const maxAttempts = 20;
const delays = { firstDelayMs: 2_000, maxDelayMs: 15 * minuteMs };
const batchSize = 4;
/** A renewal notice waits this long for its purchase to be stored. */
const maxPurchaseWaitMs = hourMs;

/** Delays of 2 s, 4 s, 8 s, … up to 15 minutes: about three hours in total. */
export const retryDelayMs = (attempts: number) => delayAfter(delays, attempts, 0);

async function processEvent(context: AppContext, provider: PaymentProvider, event: InboxRow): Promise<void> {
  const { type, object_id: id, received_at } = event;
  const kind = id && Object.hasOwn(objectKindByEventType, type) ? objectKindByEventType[type] : undefined;
  const state = kind ? await readProviderState(context, provider, { kind, id }) : null;
  const renewal: Renewal | null = event.renewal ? JSON.parse(event.renewal) : null;
  await context.database.db.transaction().execute(async (db) => {
    const isFirst = await completeWebhookEvent(db, event.event_id, 'done', null);
    if (!isFirst || !state) return;
    await applyProviderState(context, db, state);
    if (!renewal || (await enqueueRenewalNotice(context, db, id, renewal))) return;
    if (context.clock() - received_at < maxPurchaseWaitMs)
      throw new Error('the purchase of this subscription is not stored yet');
    context.log.warn({ subscription: id }, 'renewal of a subscription without a stored purchase');
  });
}

async function processOrReschedule(
  context: AppContext,
  provider: PaymentProvider,
  event: InboxRow,
): Promise<void> {
  const { clock, log, database } = context;
  const { event_id, type, attempts, last_error } = event;
  // The attempt was counted with the lease, so that an event that crashes the process is dead-lettered, too.
  if (attempts > maxAttempts) {
    await completeWebhookEvent(database.db, event_id, 'dead', last_error ?? 'no attempt came to an end');
    log.error({ event: event_id, type, reason: last_error }, 'webhook event dead-lettered');
    return;
  }
  try {
    await processEvent(context, provider, event);
  } catch (error) {
    const reason = redact(provider.failureOf(error) ?? String(error));
    log.warn({ event: event_id, type, attempts, reason }, 'webhook event rescheduled');
    await rescheduleWebhookEvent(database.db, event_id, clock() + retryDelayMs(attempts), reason);
  }
}

/** Processes a few of the webhook events that are due. Returns how many it leased. */
export function processWebhookEvents(context: AppContext, provider: PaymentProvider): Promise<number> {
  const { clock, database } = context;
  const nowMs = clock();
  const changes = { due_at: nowMs + leaseMs, attempts: sql<number>`attempts + 1` };
  return processDue(database, inbox, { nowMs, limit: batchSize, changes }, (event) =>
    processOrReschedule(context, provider, event),
  );
}
