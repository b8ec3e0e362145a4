import type { AppContext } from '../../platform/app-context.ts';
import type {
  PaymentProvider,
  ProviderCharges,
  ProviderSession,
  ProviderSubscription,
  ReadLimits,
} from '../payment-provider.ts';

/** What the provider says now, as far as it was asked. */
interface Found {
  readonly session?: ProviderSession;
  readonly subscription?: ProviderSubscription;
  readonly charges?: ProviderCharges;
}

/** `asOfMs` is when the provider was asked. */
export interface ProviderState extends Found {
  readonly asOfMs: number;
}

type Read = (provider: PaymentProvider, id: string, limits?: ReadLimits) => Promise<Found>;

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
  /** All there is to know of a subscription. */
  async account(provider, id) {
    const subscription = await provider.readSubscription(id);
    return { subscription, charges: await provider.readCharges(subscription.customerId) };
  },
} satisfies Record<string, Read>;

export type ProviderObjectKind = keyof typeof readers;

/** Asks the provider about the present state of one thing and what belongs to it. */
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
