import { recordEvent } from '../events/record-event.ts';
import type { Parameters } from '../parameters/parameters.ts';
import type { Call } from '../protocol/endpoint.ts';
import { find, invalidParameter, StripeError } from '../protocol/stripe-error.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId, type Refund } from '../state/objects.ts';
import { rowOf } from '../state/state.ts';

/** Refunds the rest of a charge, or a part of it. */
export function createRefund({ sandbox, params }: Call<Parameters['POST /v1/refunds']>): Refund {
  const charge = find(sandbox.state.charges, 'charge', params.charge, 'charge');
  const leftMinor = charge.amount_captured - charge.amount_refunded;
  const { amount = leftMinor, reason = null } = params;
  if (leftMinor === 0) {
    throw new StripeError(400, `Charge ${charge.id} has nothing left to refund.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount < 1 || amount > leftMinor)
    throw invalidParameter(
      'amount',
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${leftMinor})`,
    );
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowSeconds(sandbox),
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    failure_reason: undefined,
    receipt_number: null,
    status: 'succeeded',
  };
  sandbox.state.refunds.set(refund.id, refund);
  const { amount_refunded, refunded } = charge;
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  recordEvent(sandbox, 'refund.created', refund);
  recordEvent(sandbox, 'charge.refunded', charge, { amount_refunded, refunded });
  return refund;
}

/**
 * The buyer's bank returns the money. The charge is then refunded by that much less.
 * https://docs.stripe.com/refunds#failed-refunds
 */
export function failRefund(sandbox: Sandbox, refund: Refund): boolean {
  if (refund.status !== 'succeeded') return false;
  const { status } = refund;
  const charge = rowOf(sandbox.state.charges, refund.charge);
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  recordEvent(sandbox, 'refund.failed', refund);
  recordEvent(sandbox, 'refund.updated', refund, { status });
  recordEvent(sandbox, 'charge.refund.updated', refund, { status });
  return true;
}
