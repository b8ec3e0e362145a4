import type Stripe from 'stripe';

import type { ChargeFlags, PaymentProvider } from '../payment-provider.ts';
import { idOf } from './id-of.ts';
import { toReturnedPayments } from './payments.ts';

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
const closedDisputes: Readonly<Record<string, 'won' | 'lost'>> = {
  lost: 'lost',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
};

const disputesBySeverity = [null, 'won', 'open', 'lost'] as const;
type Dispute = ChargeFlags['dispute'];

const moreSevere = (one: Dispute, other: Dispute): Dispute =>
  disputesBySeverity.indexOf(one) > disputesBySeverity.indexOf(other) ? one : other;

/** The subscription that an invoice bills, or null. */
const subscriptionOf = (invoice: Stripe.Invoice | null): string | null =>
  idOf(invoice?.parent?.subscription_details?.subscription);

/** Reads what happened to charges after they were paid. */
export function createChargeReader(
  stripe: Stripe,
): Pick<PaymentProvider, 'customerOfCharge' | 'subscriptionOfCharge' | 'readCharges'> {
  /** A charge names its payment, and the payment its invoice. */
  async function invoiceOf(charge: Stripe.Charge): Promise<Stripe.Invoice | null> {
    const paymentIntent = idOf(charge.payment_intent);
    if (!paymentIntent) return null;
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntent },
      limit: 1,
      expand: ['data.invoice'],
    });
    const invoice = data[0]?.invoice;
    // Neither an invoice that was not expanded nor a deleted one has a parent.
    return typeof invoice === 'object' && 'parent' in invoice ? invoice : null;
  }

  const disputesOf = async ({ id, disputed }: Stripe.Charge): Promise<Stripe.Dispute[]> =>
    disputed ? (await stripe.disputes.list({ charge: id, limit: 100 })).data : [];

  const refundsOf = async ({ id, amount_refunded }: Stripe.Charge): Promise<Stripe.Refund[]> =>
    amount_refunded > 0 ? (await stripe.refunds.list({ charge: id, limit: 100 })).data : [];

  function stateOf({ disputed }: Stripe.Charge, disputes: readonly Stripe.Dispute[]): Dispute {
    if (!disputed) return null;
    // A charge may be marked a moment before its dispute is listed.
    const states = disputes.map(({ status }): Dispute => closedDisputes[status] ?? 'open');
    return states.length > 0 ? states.reduce(moreSevere) : 'open';
  }

  return {
    customerOfCharge: async (id) => idOf((await stripe.charges.retrieve(id)).customer),
    subscriptionOfCharge: async (id) => subscriptionOf(await invoiceOf(await stripe.charges.retrieve(id))),
    async readCharges(customerId) {
      const flags = new Map<string, ChargeFlags>();
      for await (const charge of stripe.charges.list({ customer: customerId, limit: 100 })) {
        // A refund that fails is subtracted again. https://docs.stripe.com/refunds#failed-refunds
        const wasRefunded = charge.amount_refunded > 0;
        if (!wasRefunded && !charge.disputed) continue;
        const invoice = await invoiceOf(charge);
        const id = subscriptionOf(invoice);
        if (!id) continue;
        const [refunds, disputes] = await Promise.all([refundsOf(charge), disputesOf(charge)]);
        // An invoice counts as revenue once it is paid in full, and refunds and disputes of its charges count from then on.
        const returned = invoice?.status === 'paid' ? toReturnedPayments([...refunds, ...disputes], id) : [];
        const earlier = flags.get(id);
        flags.set(id, {
          wasRefunded: wasRefunded || (earlier?.wasRefunded ?? false),
          dispute: moreSevere(stateOf(charge, disputes), earlier?.dispute ?? null),
          returned: [...(earlier?.returned ?? []), ...returned],
        });
      }
      return { customerId, flags };
    },
  };
}
