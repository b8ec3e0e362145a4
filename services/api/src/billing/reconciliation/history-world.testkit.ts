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

/** A provider in memory, to which things happen: its objects are as they are now, its messages are taken by the caller. */
export function createWorld(startMs: number) {
  const sessions = new Map<string, Mutable<ProviderSession>>();
  const subscriptions = new Map<string, Mutable<ProviderSubscription>>();
  const charges = new Map<string, Mutable<ProviderCharges>>();
  let messages = 0;

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

  /** For each step: what it does to the objects, and which messages tell of it. */
  const effects: Record<
    Step,
    { readonly happens: (name: string) => void; readonly notified: readonly string[] }
  > = {
    completed: {
      happens: (name) => complete(name, true),
      notified: ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed'],
    },
    'completed-unpaid': {
      happens: (name) => complete(name, false),
      notified: ['customer.subscription.created', 'checkout.session.completed'],
    },
    'async-succeeded': {
      happens(name) {
        find(sessions, idsOf(name).session).isPaid = true;
        find(subscriptions, idsOf(name).subscription).lastInvoiceStatus = 'paid';
      },
      notified: ['checkout.session.async_payment_succeeded', 'customer.subscription.updated'],
    },
    'async-failed': {
      happens: (name) =>
        void Object.assign(find(subscriptions, idsOf(name).subscription), {
          status: 'canceled',
          lastInvoiceStatus: 'void',
        }),
      notified: ['checkout.session.async_payment_failed', 'customer.subscription.updated'],
    },
    expired: {
      happens: (name) => void Object.assign(find(sessions, idsOf(name).session), { state: 'expired' }),
      notified: ['checkout.session.expired'],
    },
    paid: {
      happens: (name) => bill(name, true),
      notified: ['invoice.paid', 'customer.subscription.updated'],
    },
    'payment-failed': {
      happens: (name) => bill(name, false),
      notified: ['invoice.payment_failed', 'customer.subscription.updated'],
    },
    updated: {
      happens(name) {
        const subscription = find(subscriptions, idsOf(name).subscription);
        subscription.endsWithPeriod = !subscription.endsWithPeriod;
      },
      notified: ['customer.subscription.updated'],
    },
    deleted: {
      happens: (name) =>
        void Object.assign(find(subscriptions, idsOf(name).subscription), { status: 'canceled' }),
      notified: ['customer.subscription.deleted'],
    },
    refunded: {
      happens: (name) => void (find(charges, idsOf(name).customer).wasRefunded = true),
      notified: ['charge.refunded'],
    },
    disputed: {
      happens: (name) => void (find(charges, idsOf(name).customer).wasDisputed = true),
      notified: ['charge.dispute.created'],
    },
  };

  const objectOf = (type: string, name: string) => {
    if (type.startsWith('checkout.')) return `cs_${name}`;
    return `${type.startsWith('customer.') ? 'sub' : type.startsWith('invoice.') ? 'in' : 'ch'}_${name}`;
  };
  const nameOf = (id: string) => id.slice(id.indexOf('_') + 1);
  const notHere = async () => {
    throw new Error('not part of these histories');
  };

  const provider: PaymentProvider = {
    failureOf: () => null,
    refusesEmail: () => false,
    isUncertain: () => false,
    prepareCatalog: notHere,
    createSession: notHere,
    expireSession: notHere,
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
    /** Lets it happen; the messages that tell of it. */
    happen(name: string, step: Step): WebhookEvent[] {
      const { happens, notified } = effects[step];
      happens(name);
      return notified.map((type) => ({
        id: `evt_${name}_${++messages}`,
        type,
        objectId: objectOf(type, name),
      }));
    },
  };
}
