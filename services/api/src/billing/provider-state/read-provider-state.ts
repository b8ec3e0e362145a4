import type { AppContext } from '../../platform/app-context.ts';
import type {
  PaymentProvider,
  ProviderCharges,
  ProviderSession,
  ProviderSubscription,
  ReadLimits,
} from '../payment-provider.ts';

/** The provider's current state of the fetched objects. */
interface ProviderObjects {
  readonly session?: ProviderSession;
  readonly subscription?: ProviderSubscription;
  readonly charges?: ProviderCharges;
}

/** `asOfMs` is the time of the fetch. */
export interface ProviderState extends ProviderObjects {
  readonly asOfMs: number;
}

type Read = (provider: PaymentProvider, id: string, limits?: ReadLimits) => Promise<ProviderObjects>;

const readSubscription: Read = async (provider, id, limits) => ({
  subscription: await provider.readSubscription(id, limits),
});

const readers = {
  async session(provider, id, limits) {
    const session = await provider.readSession(id, limits);
    const { subscriptionId } = session;
    return { session, ...(subscriptionId && (await readSubscription(provider, subscriptionId, limits))) };
  },
  subscription: readSubscription,
  async invoice(provider, id) {
    const subscriptionId = await provider.subscriptionOfInvoice(id);
    return subscriptionId ? readSubscription(provider, subscriptionId) : {};
  },
  async charge(provider, id) {
    const customerId = await provider.customerOfCharge(id);
    return customerId ? { charges: await provider.readCharges(customerId) } : {};
  },
  /** A subscription with its invoice and charges. */
  async account(provider, id) {
    const subscription = await provider.readSubscription(id);
    return { subscription, charges: await provider.readCharges(subscription.customerId) };
  },
} satisfies Record<string, Read>;

export type ProviderObjectKind = keyof typeof readers;

/** Fetches the current state of one object and its related objects from the provider. */
export async function readProviderState(
  { clock }: AppContext,
  provider: PaymentProvider,
  subject: { readonly kind: ProviderObjectKind; readonly id: string },
  limits?: ReadLimits,
): Promise<ProviderState> {
  const asOfMs = clock();
  const read: Read = readers[subject.kind];
  return { ...(await read(provider, subject.id, limits)), asOfMs };
}
