import { changeStatus, findSession } from '../checkout-sessions/checkout-session-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import type {
  PaymentProvider,
  ProviderSession,
  ProviderSubscription,
  ReadLimits,
} from './payment-provider.ts';
import { isAsAgreed, purchaseEvent, sessionStatus, subscriptionRow, supersededBy } from './settlement.ts';
import { putSubscription } from './subscription-repository.ts';

/** What the provider says now; `asOfMs` is when it was asked. */
export interface ProviderState {
  readonly session: ProviderSession | null;
  readonly subscription: ProviderSubscription | null;
  readonly asOfMs: number;
}

type Found = Omit<ProviderState, 'asOfMs'>;
type Read = (provider: PaymentProvider, id: string, limits?: ReadLimits) => Promise<Found>;

const readSession: Read = async (provider, id, limits) => {
  const session = await provider.readSession(id, limits);
  const { subscriptionId } = session;
  return {
    session,
    subscription: subscriptionId ? await provider.readSubscription(subscriptionId, limits) : null,
  };
};

const readSubscription: Read = async (provider, id, limits) => ({
  session: null,
  subscription: await provider.readSubscription(id, limits),
});

const readInvoice: Read = async (provider, id, limits) => {
  const subscriptionId = await provider.subscriptionOfInvoice(id);
  return subscriptionId
    ? readSubscription(provider, subscriptionId, limits)
    : { session: null, subscription: null };
};

const readers = { session: readSession, subscription: readSubscription, invoice: readInvoice } as const;
export type Subject = keyof typeof readers;

export async function readProviderState(
  { clock }: AppContext,
  provider: PaymentProvider,
  subject: { readonly kind: Subject; readonly id: string },
  limits?: ReadLimits,
): Promise<ProviderState> {
  const asOfMs = clock();
  return { ...(await readers[subject.kind](provider, subject.id, limits)), asOfMs };
}

async function applySession(
  { clock, log }: AppContext,
  db: Queries,
  session: ProviderSession,
  status: CheckoutSessionRow['status'],
) {
  const from = supersededBy[status];
  if (from.length === 0) return;
  const changed = await changeStatus(db, session.id, {
    status,
    from,
    subscriptionId: session.subscriptionId,
    nowMs: clock(),
  });
  if (changed?.status !== 'paid') return;
  if (!isAsAgreed(changed, session)) {
    const { amountMinor, currency } = session;
    log.error({ checkoutSession: session.id, amountMinor, currency }, 'paid on other terms than agreed');
  }
  await db
    .insertInto('events')
    .values(purchaseEvent(changed, clock()))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Brings our rows to what the provider says. Belongs in one transaction; may be repeated, and come in any order. */
export async function applyProviderState(
  context: AppContext,
  db: Queries,
  state: ProviderState,
): Promise<void> {
  const { session, subscription, asOfMs } = state;
  if (session) await applySession(context, db, session, sessionStatus(session, subscription));
  // Others may sell through the same account.
  if (subscription?.visitId)
    await putSubscription(db, subscriptionRow(subscription, session?.id ?? null, asOfMs));
}

/** Asks the provider about a session and stores the answer. Returns the row as it then is. */
export async function refreshSession(
  context: AppContext,
  provider: PaymentProvider,
  row: CheckoutSessionRow,
  limits?: ReadLimits,
): Promise<CheckoutSessionRow> {
  const state = await readProviderState(context, provider, { kind: 'session', id: row.id }, limits);
  return context.database.db.transaction().execute(async (db) => {
    await applyProviderState(context, db, state);
    return (await findSession(db, row.id)) ?? row;
  });
}

const patienceMs = 2_500;

/** The session's row as the provider has it now; null where it cannot be asked quickly. */
export async function sessionAsOfNow(
  context: AppContext,
  provider: PaymentProvider,
  row: CheckoutSessionRow,
): Promise<CheckoutSessionRow | null> {
  try {
    return await refreshSession(context, provider, row, { timeoutMs: patienceMs });
  } catch (error) {
    const reason = provider.failureOf(error);
    if (!reason) throw error;
    context.log.warn({ checkoutSession: row.id, reason }, 'session could not be refreshed');
    return null;
  }
}
