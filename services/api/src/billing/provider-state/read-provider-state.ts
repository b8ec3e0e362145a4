import type { AppContext } from '../../platform/app-context.ts';
import type {
  PaymentProvider,
  ProviderCharges,
  ProviderPayment,
  ProviderSession,
  ProviderSubscription,
  ReadLimits,
} from '../payment-provider.ts';
import { findUnpaidSession } from '../subscription-repository.ts';
import { endUnpaidPurchase } from './end-unpaid-purchase.ts';

/** The provider's current state of the fetched objects. */
interface ProviderObjects {
  readonly session?: ProviderSession;
  readonly subscription?: ProviderSubscription;
  readonly charges?: ProviderCharges;
  /** Paid invoices of the subscription. */
  readonly invoices?: readonly ProviderPayment[];
  /** The subscription of a charge that a card issuer takes for fraud. */
  readonly warnedSubscriptionId?: string;
}

/** `asOfMs` is the time of the fetch. */
export interface ProviderState extends ProviderObjects {
  readonly asOfMs: number;
}

type Read = (
  context: AppContext,
  provider: PaymentProvider,
  id: string,
  limits?: ReadLimits,
) => Promise<ProviderObjects>;

/** A complete session is read with its subscription, which is canceled if its first payment failed. */
const readSession: Read = async (context, provider, id, limits) => {
  const session = await provider.readSession(id, limits);
  if (!session.subscriptionId) return { session };
  const subscription = await provider.readSubscription(session.subscriptionId, limits);
  return endUnpaidPurchase(context, provider, { session, subscription }, limits);
};

/** The result of the first payment decides about the session too, so both are read until it is confirmed. */
const readSubscription: Read = async (context, provider, id, limits) => {
  const unpaidSession = await findUnpaidSession(context.database.db, id);
  return unpaidSession
    ? readSession(context, provider, unpaidSession, limits)
    : { subscription: await provider.readSubscription(id, limits) };
};

const readers = {
  session: readSession,
  subscription: readSubscription,
  async invoice(context, provider, id) {
    const { subscriptionId, finalizationError, payment } = await provider.readInvoice(id);
    if (!subscriptionId) return {};
    const objects = await readSubscription(context, provider, subscriptionId);
    // Other products may use the same account.
    if (finalizationError && objects.subscription?.visitId) {
      const invoice = { invoice: id, subscription: subscriptionId, reason: finalizationError };
      context.log.error(invoice, 'invoice could not be finalized');
    }
    if (!payment || !objects.subscription) return { ...objects, invoices: [] };
    // Refunds and disputes of an earlier partial payment count from now on.
    const charges = await provider.readCharges(objects.subscription.customerId);
    return { ...objects, invoices: [payment], charges };
  },
  async charge(_, provider, id) {
    const customerId = await provider.customerOfCharge(id);
    return customerId ? { charges: await provider.readCharges(customerId) } : {};
  },
  async 'fraud-warning'(_, provider, id) {
    const warnedSubscriptionId = await provider.subscriptionOfCharge(id);
    return warnedSubscriptionId ? { warnedSubscriptionId } : {};
  },
  /** A subscription with its invoices and charges. */
  async 'subscription-with-charges'(context, provider, id) {
    const objects = await readSubscription(context, provider, id);
    const { subscription } = objects;
    if (!subscription) return objects;
    const [invoices, charges] = await Promise.all([
      provider.readPaidInvoices(id),
      provider.readCharges(subscription.customerId),
    ]);
    return { ...objects, invoices, charges };
  },
} satisfies Record<string, Read>;

export type ProviderObjectKind = keyof typeof readers;

/** Fetches the current state of one object and its related objects from the provider. */
export async function readProviderState(
  context: AppContext,
  provider: PaymentProvider,
  subject: { readonly kind: ProviderObjectKind; readonly id: string },
  limits?: ReadLimits,
): Promise<ProviderState> {
  const asOfMs = context.clock();
  const read: Read = readers[subject.kind];
  return { ...(await read(context, provider, subject.id, limits)), asOfMs };
}
