import { dayMs } from '@funnel/service-kit/durations';

import type {
  InvoiceState,
  PaymentProvider,
  ProviderSession,
  ProviderSubscription,
  WebhookEvent,
} from '../payment-provider.ts';
import { isUncollected } from '../payment-state.ts';
import {
  applyTransition,
  newPurchase,
  type Purchase,
  type Transition,
} from './history-transitions.testkit.ts';

export const periodMs = 28 * dayMs;

const nameOf = (id: string) => id.slice(id.indexOf('_') + 1);

function objectOf(type: string, name: string): string {
  if (type.startsWith('checkout.')) return `cs_${name}`;
  return `${type.startsWith('customer.') ? 'sub' : type.startsWith('invoice.') ? 'in' : 'ch'}_${name}`;
}

/** In these histories a renewal has failed if it is not paid, and the first payment can be in progress. */
const stateOf = (status: Purchase['invoice'], hasFailed: boolean): InvoiceState => ({
  status,
  payment: status === 'open' || status === 'uncollectible' ? (hasFailed ? 'failed' : 'in-progress') : null,
});

async function notSupported(): Promise<never> {
  throw new Error('not part of these histories');
}

/**
 * A provider in memory. Steps change its purchases and produce webhook events, which the caller delivers. `effect` is what a
 * step does to a purchase.
 */
export function createMemoryProvider(startMs: number, effect = applyTransition) {
  const purchases = new Map<string, Purchase>();
  let eventCount = 0;

  function find(id: string): Purchase {
    const found = purchases.get(nameOf(id));
    if (!found) throw new Error(`there is no ${id}`);
    return found;
  }

  function readSession(id: string): ProviderSession {
    const { session, isSessionPaid, subscription, firstInvoice, hasFirstPaymentFailed } = find(id);
    return {
      id,
      state: session,
      isPaid: isSessionPaid,
      clientSecret: null,
      amountMinor: 1999,
      currency: 'USD',
      taxMinor: 0,
      subscriptionId: subscription && `sub_${nameOf(id)}`,
      invoice: firstInvoice && stateOf(firstInvoice, hasFirstPaymentFailed),
      expiresAtMs: startMs + 86_400_000,
    };
  }

  function readSubscription(id: string): ProviderSubscription {
    const { subscription, periods, cancelsAtPeriodEnd, invoice, hasFirstPaymentFailed } = find(id);
    return {
      id,
      customerId: `cus_${nameOf(id)}`,
      status: subscription ?? '',
      currentPeriodEndMs: startMs + periods * periodMs,
      endsWithPeriod: cancelsAtPeriodEnd,
      promotionalPeriodEndMs: startMs + periodMs,
      lastInvoice:
        subscription === 'canceled'
          ? stateOf(invoice, periods > 1 || hasFirstPaymentFailed)
          : { status: invoice, payment: null },
      visitId: `visit-${nameOf(id)}`,
    };
  }

  const provider: PaymentProvider = {
    failureOf: () => null,
    isEmailRejected: () => false,
    isUncertain: () => false,
    prepareCatalog: notSupported,
    requirePrice: notSupported,
    createSession: notSupported,
    expireSession: notSupported,
    readSession: async (id) => readSession(id),
    readSubscription: async (id) => readSubscription(id),
    async cancelSubscription(id) {
      const { periods, hasFirstPaymentFailed, ...purchase } = find(id);
      const voided = (status: Purchase['invoice'], hasFailed: boolean) =>
        isUncollected(stateOf(status, hasFailed)) ? 'void' : status;
      purchases.set(nameOf(id), {
        ...find(id),
        subscription: 'canceled',
        firstInvoice: voided(purchase.firstInvoice, hasFirstPaymentFailed),
        invoice: voided(purchase.invoice, periods > 1 || hasFirstPaymentFailed),
      });
      return readSubscription(id);
    },
    readInvoice: async (id) => ({
      subscriptionId: `sub_${nameOf(id)}`,
      finalizationError: null,
      payment: null,
    }),
    readPaidInvoices: async () => [],
    readAllPayments: notSupported,
    customerOfCharge: async (id) => `cus_${nameOf(id)}`,
    subscriptionOfCharge: async (id) => `sub_${nameOf(id)}`,
    async readCharges(customerId) {
      const { refund, dispute } = find(customerId);
      const flags = { wasRefunded: refund === 'succeeded', dispute, returned: [] };
      return { customerId, flags: new Map([[`sub_${nameOf(customerId)}`, flags]]) };
    },
    parseWebhookEvent() {
      throw new Error('not part of these histories');
    },
  };

  return {
    provider,
    open(name: string): string {
      purchases.set(name, newPurchase);
      return `cs_${name}`;
    },
    /** Applies a step and returns its webhook events. */
    apply(name: string, step: Transition): WebhookEvent[] {
      purchases.set(name, effect(find(`cs_${name}`), step));
      return step.events.map((type) => ({
        id: `evt_${name}_${++eventCount}`,
        type,
        objectId: objectOf(type, name),
      }));
    },
  };
}
