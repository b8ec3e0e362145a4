import { recordEvent } from '../events/record-event.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SubscriptionRecord } from '../state/records.ts';
import { subscriptionObject } from './subscription-object.ts';

/** `endedAt` in seconds. */
export function endSubscription(sandbox: Sandbox, subscription: SubscriptionRecord, endedAt: number): void {
  subscription.status = 'canceled';
  subscription.canceledAt ??= endedAt;
  subscription.endedAt = endedAt;
  recordEvent(sandbox, 'customer.subscription.deleted', subscriptionObject(sandbox, subscription));
}
