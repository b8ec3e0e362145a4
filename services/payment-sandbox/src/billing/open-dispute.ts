import { recordEvent } from '../events/record-event.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import { newId } from '../state/ids.ts';
import type { Charge, Dispute } from '../state/objects.ts';
import { base } from './catalog.ts';

const weekSeconds = 7 * 24 * 60 * 60;

/** The buyer's bank reclaims the charge. */
export function openDispute(sandbox: Sandbox, charge: Charge, reason: string): Dispute {
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    ...base(sandbox),
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    currency: charge.currency,
    evidence_details: {
      due_by: nowSeconds(sandbox) + weekSeconds,
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
  return dispute;
}
