import { recordEvent } from '../events/record-event.ts';
import { daySeconds, nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId, type Charge, type Dispute, type EarlyFraudWarning } from '../state/objects.ts';
import { commonFields } from './catalog.ts';

/** The buyer's bank reclaims the charge, and Stripe takes the amount. https://docs.stripe.com/disputes/how-disputes-work */
export function openDispute(sandbox: Sandbox, charge: Charge, reason: string): Dispute {
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    ...commonFields(sandbox),
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    evidence_details: {
      due_by: nowSeconds(sandbox) + 7 * daySeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    is_charge_refundable: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
  sandbox.state.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  recordEvent(sandbox, 'charge.dispute.created', dispute);
  recordEvent(sandbox, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The bank decides. A dispute that was won returns the amount; the charge stays marked as disputed. */
export function closeDispute(sandbox: Sandbox, dispute: Dispute, status: 'won' | 'lost'): boolean {
  if (dispute.status !== 'needs_response') return false;
  dispute.status = status;
  recordEvent(sandbox, 'charge.dispute.closed', dispute);
  if (status === 'won') recordEvent(sandbox, 'charge.dispute.funds_reinstated', dispute);
  return true;
}

/** The card's issuer suspects fraud, before any dispute. https://docs.stripe.com/disputes/measuring#early-fraud-warnings */
export function warnOfFraud(sandbox: Sandbox, charge: Charge): EarlyFraudWarning {
  const warning: EarlyFraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    ...commonFields(sandbox),
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    fraud_type: 'unauthorized_use_of_card',
    payment_intent: charge.payment_intent ?? undefined,
  };
  sandbox.state.earlyFraudWarnings.set(warning.id, warning);
  recordEvent(sandbox, 'radar.early_fraud_warning.created', warning);
  return warning;
}
