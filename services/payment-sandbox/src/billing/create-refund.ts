import type { Call } from '../protocol/endpoint.ts';
import type { Parameters } from '../parameters/parameters.ts';
import { found, invalidParameter, missingParameter, StripeError } from '../protocol/stripe-error.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import type { Charge, Refund } from '../state/objects.ts';
import { base } from './catalog.ts';

type Params = Parameters['POST /v1/refunds'];

function chargeToRefund({ state }: Sandbox, { charge, payment_intent }: Params): Charge {
  if (charge !== undefined) return found(state.charges.get(charge), 'charge', charge, 'charge');
  if (payment_intent === undefined) throw missingParameter('charge');
  const intent = found(
    state.paymentIntents.get(payment_intent),
    'payment_intent',
    payment_intent,
    'payment_intent',
  );
  return found(state.charges.get(intent.latest_charge ?? ''), 'charge', '', 'payment_intent');
}

/** Gives back all that is left of a charge, or a part of it. */
export function createRefund({ sandbox, params }: Call<Params>): Refund {
  const charge = chargeToRefund(sandbox, params);
  const leftMinor = charge.amount_captured - charge.amount_refunded;
  const { amount = leftMinor, metadata = {}, reason = null } = params;
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
    created: base(sandbox).created,
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason,
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
