import type { AppContext } from '../../platform/app-context.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { findSession } from '../checkout-session-repository.ts';
import type { PaymentProvider, ReadLimits } from '../payment-provider.ts';
import { applyProviderState } from './apply-provider-state.ts';
import { readProviderState } from './read-provider-state.ts';

/** Fetches a session from the provider and stores its state. Returns the updated row. */
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

/** Expires a session at the provider. If it was completed meanwhile, returns the completed session. */
export async function expireSession(
  context: AppContext,
  provider: PaymentProvider,
  row: CheckoutSessionRow,
): Promise<CheckoutSessionRow> {
  const session = await provider.expireSession(row.id);
  if (session.state !== 'expired') return refreshSession(context, provider, row);
  const { db } = context.database;
  await applyProviderState(context, db, { session, asOfMs: context.clock() });
  return (await findSession(db, row.id)) ?? row;
}

const timeoutMs = 2_500;

/** Returns the session's row with the provider's current state, or null if the provider does not respond quickly. */
export async function tryRefreshSession(
  context: AppContext,
  provider: PaymentProvider,
  row: CheckoutSessionRow,
): Promise<CheckoutSessionRow | null> {
  try {
    return await refreshSession(context, provider, row, { timeoutMs });
  } catch (error) {
    const reason = provider.failureOf(error);
    if (!reason) throw error;
    context.log.warn({ checkoutSession: row.id, reason }, 'session could not be refreshed');
    return null;
  }
}
