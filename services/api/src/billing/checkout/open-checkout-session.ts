import { isDeepStrictEqual } from 'node:util';

import { minuteMs } from '@funnel/service-kit/durations';
import { problem } from '@funnel/service-kit/problem';

import { armsSeenBy } from '../../experiments/exposure-repository.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { emailProblem } from '../../platform/emails/email-problem.ts';
import { isSameEmail } from '../../platform/emails/same-email.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';
import {
  countSessions,
  findSession,
  updatePageState,
  unexpiredSessions,
  type PageState,
} from '../checkout-session-repository.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { hasEnded } from '../payment-state.ts';
import { expireSession, tryRefreshSession } from '../provider-state/refresh-session.ts';
import { findSubscription } from '../subscription-repository.ts';
import { answersToStore } from './answers-to-store.ts';
import { agreementOf, createSession, noticeOf, resumeIntent, type Order } from './create-session.ts';
import { termsBuildOf } from './terms-build.ts';
import { confirmLease, withVisitLease, type VisitLease } from './visit-lease.ts';

/** The time since its creation in which a session is assumed to be unchanged at the provider. */
const maxUncheckedAgeMs = 10_000;
/** The time that a buyer has to complete the form. */
const minRemainingMs = 30 * minuteMs;

const isReusable = (row: CheckoutSessionRow, order: Order, nowMs: number): boolean => {
  const { price, email } = order;
  return (
    row.plan_id === price.plan.planId &&
    row.email === email &&
    row.amount_minor === price.today.amountMinor &&
    row.currency === price.today.currency &&
    row.expires_at - nowMs >= minRemainingMs &&
    // A page in another language shows other texts, and needs a form in its language.
    row.renewal_notice === noticeOf(order) &&
    row.agreement === agreementOf(order)
  );
};

const pageStateOf = ({ set_id, terms_build, quiz_state, arms }: CheckoutSessionRow): PageState => ({
  set_id,
  terms_build,
  quiz_state,
  arms,
});

/**
 * Updates the terms, set and answers of an open session to those of the requesting page, because the buyer pays under the
 * terms shown there, and may have changed an answer. The provider's copy is informational and is not updated.
 */
async function withPageState(
  context: AppContext,
  lease: VisitLease,
  row: CheckoutSessionRow,
  order: Order,
): Promise<CheckoutSessionRow> {
  const { db } = context.database;
  const state: PageState = {
    set_id: order.setId,
    terms_build: await termsBuildOf(db, order.termsSetId),
    quiz_state: answersToStore(context, order, row.quiz_state),
    arms: await armsSeenBy(db, row.visit_id),
  };
  if (isDeepStrictEqual(state, pageStateOf(row))) return row;
  return db.transaction().execute(async (transaction) => {
    if (!(await confirmLease(transaction, lease))) throw problem('payment-provider-failed');
    // A session that was paid meanwhile keeps the terms of its page.
    return (await updatePageState(transaction, row.id, state, context.clock())) ?? row;
  });
}

/**
 * Whether buying would be a duplicate purchase: the payment of the session is in progress, or it is paid with the same
 * email, and its subscription has not ended. Another email is another person.
 */
async function isAlreadyPurchased(
  { database: { db } }: AppContext,
  row: CheckoutSessionRow,
  { email }: Order,
): Promise<boolean> {
  if (row.status === 'processing') return true;
  if (row.status !== 'paid' || !isSameEmail(row.email, email)) return false;
  const subscription = row.subscription_id ? await findSubscription(db, row.subscription_id) : undefined;
  return !hasEnded(subscription?.status);
}

/** Throws `already-paid` if this browser bought with the same email in an earlier visit, or its debit is in progress. */
async function rejectSecondPurchase(
  context: AppContext,
  order: Order,
  rememberedSessionIds: readonly string[],
): Promise<void> {
  for (const id of rememberedSessionIds) {
    const row = await findSession(context.database.db, id);
    if (row && isSameEmail(row.email, order.email) && (await isAlreadyPurchased(context, row, order)))
      throw problem('already-paid', { data: { sessionId: row.id } });
  }
}

async function openOrReuseSession(
  context: AppContext,
  provider: PaymentProvider,
  order: Order,
): Promise<CheckoutSessionRow> {
  await provider.prepareCatalog();
  return withVisitLease(context, order.visitId, async (lease) => {
    await resumeIntent(context, provider, lease);
    const { db } = context.database;
    for (const row of await unexpiredSessions(db, order.visitId)) {
      const nowMs = context.clock();
      const isSuitable = isReusable(row, order, nowMs);
      if (row.status === 'open' && isSuitable && nowMs - row.created_at < maxUncheckedAgeMs)
        return withPageState(context, lease, row, order);
      // The form that is open stays, if nothing could take its place.
      if (!isSuitable && row.status === 'open') await provider.requirePrice(order.price);
      const refresh = isSuitable ? tryRefreshSession : expireSession;
      const current = (row.status === 'open' && (await refresh(context, provider, row))) || row;
      if (current.status === 'open' && isSuitable) return withPageState(context, lease, current, order);
      if (await isAlreadyPurchased(context, current, order))
        throw problem('already-paid', { data: { sessionId: current.id } });
      if (current.status === 'open') throw problem('payment-provider-failed');
    }
    return createSession(context, provider, lease, order, await countSessions(db, order.visitId));
  });
}

/**
 * Returns the session in which the visit may buy: the open one if plan, email and price are unchanged, otherwise a new
 * one, after the old one has expired at the provider. Problems: `already-paid` (with `sessionId`),
 * `payment-provider-failed`, `invalid-request` if the provider rejects the email.
 */
export async function openCheckoutSession(
  context: AppContext,
  provider: PaymentProvider,
  order: Order,
  rememberedSessionIds: readonly string[],
): Promise<CheckoutSessionRow> {
  try {
    await rejectSecondPurchase(context, order, rememberedSessionIds);
    return await openOrReuseSession(context, provider, order);
  } catch (error) {
    if (provider.isEmailRejected(error)) throw emailProblem('invalid');
    const reason = provider.failureOf(error);
    throw reason ? problem('payment-provider-failed', { cause: new Error(reason) }) : error;
  }
}
