import type {
  PaymentProvider,
  ProviderCharges,
  WebhookEvent,
  ProviderSession,
  ProviderSubscription,
} from '../payment-provider.ts';
import type { Step } from './histories.testkit.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export const periodMs = 28 * 24 * 3_600_000;

/** A provider in memory. Steps change its objects and produce webhook events, which the caller delivers. */
export function createWorld(startMs: number) {
  const sessions = new Map<string, Mutable<ProviderSession>>();
  const subscriptions = new Map<string, Mutable<ProviderSubscription>>();
  const charges = new Map<string, Mutable<ProviderCharges>>();
  let eventCount = 0;

  function find<T>(map: Map<string, T>, id: string): T {
    const found = map.get(id);
    if (!found) throw new Error(`the world has no ${id}`);
    return found;
  }
  const idsOf = (name: string) => ({
    session: `cs_${name}`,
    subscription: `sub_${name}`,
    customer: `cus_${name}`,
  });

  function complete(name: string, isPaid: boolean) {
    const { session, subscription, customer } = idsOf(name);
    Object.assign(find(sessions, session), { state: 'complete', isPaid, subscriptionId: subscription });
    subscriptions.set(subscription, {
      id: subscription,
      customerId: customer,
      status: 'active',
      currentPeriodEndMs: startMs + periodMs,
      endsWithPeriod: false,
      promotionalPeriodEndMs: startMs + periodMs,
      lastInvoiceStatus: isPaid ? 'paid' : 'open',
      visitId: `visit-${name}`,
    });
    charges.set(customer, { customerId: customer, wasRefunded: false, wasDisputed: false });
  }

  function bill(name: string, isPaid: boolean) {
    const subscription = find(subscriptions, idsOf(name).subscription);
    const isNewBill = subscription.status === 'active';
    Object.assign(subscription, {
      status: isPaid ? 'active' : 'past_due',
      lastInvoiceStatus: isPaid ? 'paid' : 'open',
      currentPeriodEndMs: (subscription.currentPeriodEndMs ?? 0) + (isNewBill ? periodMs : 0),
    });
  }

  /** The effect of each step on the objects, and its webhook events. */
  const effects: Record<
    Step,
    { readonly applyTo: (name: string) => void; readonly eventTypes: readonly string[] }
  > = {
    completed: {
      applyTo: (name) => complete(name, true),
      eventTypes: ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed'],
    },
    'completed-unpaid': {
      applyTo: (name) => complete(name, false),
      eventTypes: ['customer.subscription.created', 'checkout.session.completed'],
    },
    'async-succeeded': {
      applyTo(name) {
        find(sessions, idsOf(name).session).isPaid = true;
        find(subscriptions, idsOf(name).subscription).lastInvoiceStatus = 'paid';
      },
      eventTypes: ['checkout.session.async_payment_succeeded', 'customer.subscription.updated'],
    },
    'async-failed': {
      applyTo: (name) =>
        void Object.assign(find(subscriptions, idsOf(name).subscription), {
          status: 'canceled',
          lastInvoiceStatus: 'void',
        }),
      eventTypes: ['checkout.session.async_payment_failed', 'customer.subscription.updated'],
    },
    expired: {
      applyTo: (name) => void Object.assign(find(sessions, idsOf(name).session), { state: 'expired' }),
      eventTypes: ['checkout.session.expired'],
    },
    paid: {
      applyTo: (name) => bill(name, true),
      eventTypes: ['invoice.paid', 'customer.subscription.updated'],
    },
    'payment-failed': {
      applyTo: (name) => bill(name, false),
      eventTypes: ['invoice.payment_failed', 'customer.subscription.updated'],
    },
    updated: {
      applyTo(name) {
        const subscription = find(subscriptions, idsOf(name).subscription);
        subscription.endsWithPeriod = !subscription.endsWithPeriod;
      },
      eventTypes: ['customer.subscription.updated'],
    },
    deleted: {
      applyTo: (name) =>
        void Object.assign(find(subscriptions, idsOf(name).subscription), { status: 'canceled' }),
      eventTypes: ['customer.subscription.deleted'],
    },
    refunded: {
      applyTo: (name) => void (find(charges, idsOf(name).customer).wasRefunded = true),
      eventTypes: ['charge.refunded'],
    },
    disputed: {
      applyTo: (name) => void (find(charges, idsOf(name).customer).wasDisputed = true),
      eventTypes: ['charge.dispute.created'],
    },
  };

  const objectOf = (type: string, name: string) => {
    if (type.startsWith('checkout.')) return `cs_${name}`;
    return `${type.startsWith('customer.') ? 'sub' : type.startsWith('invoice.') ? 'in' : 'ch'}_${name}`;
  };
  const nameOf = (id: string) => id.slice(id.indexOf('_') + 1);
  const notSupported = async () => {
    throw new Error('not part of these histories');
  };

  const provider: PaymentProvider = {
    failureOf: () => null,
    isEmailRejected: () => false,
    isUncertain: () => false,
    prepareCatalog: notSupported,
    createSession: notSupported,
    expireSession: notSupported,
    readSession: async (id) => ({ ...find(sessions, id) }),
    readSubscription: async (id) => ({ ...find(subscriptions, id) }),
    subscriptionOfInvoice: async (id) => `sub_${nameOf(id)}`,
    customerOfCharge: async (id) => `cus_${nameOf(id)}`,
    readCharges: async (id) => ({ ...find(charges, id) }),
    parseWebhookEvent: () => {
      throw new Error('not part of these histories');
    },
  };

  return {
    provider,
    open(name: string) {
      const { session: id } = idsOf(name);
      const unpaid = { state: 'open', isPaid: false, clientSecret: null, subscriptionId: null } as const;
      sessions.set(id, {
        id,
        ...unpaid,
        amountMinor: 1999,
        currency: 'USD',
        expiresAtMs: startMs + 86_400_000,
      });
      return id;
    },
    /** Applies a step and returns its webhook events. */
    apply(name: string, step: Step): WebhookEvent[] {
      const { applyTo, eventTypes } = effects[step];
      applyTo(name);
      return eventTypes.map((type) => ({
        id: `evt_${name}_${++eventCount}`,
        type,
        objectId: objectOf(type, name),
      }));
    },
  };
}
