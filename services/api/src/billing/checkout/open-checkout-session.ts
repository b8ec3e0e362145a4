import { problem } from '@funnel/service-kit/problem';

import type { AppContext } from '../../platform/app-context.ts';
import { emailProblem } from '../../platform/email-problem.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { updatePageTerms, findSession, sessionsOfVisit } from '../checkout-session-repository.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { hasEnded } from '../payment-state.ts';
import { applyProviderState } from '../provider-state/apply-provider-state.ts';
import { refreshSession, tryRefreshSession } from '../provider-state/refresh-session.ts';
import { findSubscription } from '../subscription-repository.ts';
import { createSession, resumeIntent, type Order } from './create-session.ts';
import { termsBuildOf } from './terms-build.ts';
import { confirmLease, withVisitLease, type VisitLease } from './visit-lease.ts';

/** A session opened this short a time ago is taken to be as we know it. */
const freshForMs = 10_000;
/** Time to fill in the form. */
const shortestRestMs = 30 * 60_000;

const isReusable = (row: CheckoutSessionRow, { price, email }: Order, nowMs: number): boolean =>
  row.plan_id === price.plan.planId &&
  row.email === email &&
  row.amount_minor === price.today.amountMinor &&
  row.currency === price.today.currency &&
  row.expires_at - nowMs >= shortestRestMs;

/**
 * The open session as of the page that asks for it: whoever comes again on another set pays under the terms shown there.
 * The provider's copy of both decides nothing, and stays as it was.
 */
async function withPageTerms(
  { database: { db } }: AppContext,
  lease: VisitLease,
  row: CheckoutSessionRow,
  { setId, termsSetId }: Order,
): Promise<CheckoutSessionRow> {
  const terms = await termsBuildOf(db, termsSetId);
  if (row.set_id === setId && row.terms_build === terms) return row;
  return db.transaction().execute(async (transaction) => {
    if (!(await confirmLease(transaction, lease))) throw problem('payment-provider-failed');
    // What was paid meanwhile keeps the page on which that was done.
    return (await updatePageTerms(transaction, row.id, setId, terms)) ?? row;
  });
}

/** Ends a session for good; one that was completed meanwhile comes back as that. */
async function close(
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

/** Processing or paid, and not yet over: buying again would be buying twice. */
async function isAlreadyPurchased(
  { database: { db } }: AppContext,
  row: CheckoutSessionRow,
): Promise<boolean> {
  if (row.status === 'processing') return true;
  if (row.status !== 'paid') return false;
  const subscription = row.subscription_id ? await findSubscription(db, row.subscription_id) : undefined;
  return !hasEnded(subscription?.status);
}

async function openOrReuseSession(
  context: AppContext,
  provider: PaymentProvider,
  order: Order,
): Promise<CheckoutSessionRow> {
  await provider.prepareCatalog();
  return withVisitLease(context, order.visitId, async (lease) => {
    await resumeIntent(context, provider, lease);
    const earlier = await sessionsOfVisit(context.database.db, order.visitId);
    for (const row of earlier) {
      const nowMs = context.clock();
      const isSuitable = isReusable(row, order, nowMs);
      if (row.status === 'open' && isSuitable && nowMs - row.created_at < freshForMs)
        return withPageTerms(context, lease, row, order);
      const bringUpToDate = isSuitable ? tryRefreshSession : close;
      const current = (row.status === 'open' && (await bringUpToDate(context, provider, row))) || row;
      if (current.status === 'open' && isSuitable) return withPageTerms(context, lease, current, order);
      if (await isAlreadyPurchased(context, current))
        throw problem('already-paid', { data: { sessionId: current.id } });
      if (current.status === 'open') throw problem('payment-provider-failed');
    }
    return createSession(context, provider, lease, order, earlier.length);
  });
}

/**
 * The session in which the visit may buy: the open one while plan, e-mail and price are the same, else a new one, with
 * the old one expired at the provider first. Problems: `already-paid` (with `sessionId`), `payment-provider-failed`,
 * `invalid-request` where the provider takes the address for none.
 */
export async function openCheckoutSession(
  context: AppContext,
  provider: PaymentProvider,
  order: Order,
): Promise<CheckoutSessionRow> {
  try {
    return await openOrReuseSession(context, provider, order);
  } catch (error) {
    if (provider.refusesEmail(error)) throw emailProblem('invalid');
    const reason = provider.failureOf(error);
    throw reason ? problem('payment-provider-failed', { cause: new Error(reason) }) : error;
  }
}
