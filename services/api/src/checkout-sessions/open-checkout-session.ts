import { createHash } from 'node:crypto';

import { renewalNotice, type PlanPrice } from '@funnel/contracts/plans';

import { applyProviderState } from '../payments/apply-provider-state.ts';
import type { NewProviderSession, PaymentProvider } from '../payments/payment-provider.ts';
import { refreshSession, sessionAsOfNow } from '../payments/refresh-session.ts';
import { hasEnded } from '../payments/settlement.ts';
import { findSubscription } from '../payments/subscription-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import { problem } from '../platform/problem.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import { termsBuildOf } from '../releases/terms-build.ts';
import { findSession, firstCheckMs, insertSession, sessionsOfVisit } from './checkout-session-repository.ts';
import { holdLease, withVisitLease, type VisitLease } from './visit-lease.ts';

export interface Order {
  readonly visitId: string;
  /** The release set that the buyer saw. */
  readonly setId: string | null;
  readonly price: PlanPrice;
  readonly email: string;
  readonly attemptId: string;
  /** Scheme and host under which the buyer sees the product. */
  readonly origin: string;
}

/** A session opened this short a time ago is taken to be as we know it. */
const freshForMs = 10_000;
/** Time to fill in the form. */
const shortestRestMs = 30 * 60_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const suits = (row: CheckoutSessionRow, { price, email }: Order, nowMs: number): boolean =>
  row.plan_id === price.plan.planId &&
  row.email === email &&
  row.amount_minor === price.today.amountMinor &&
  row.currency === price.today.currency &&
  row.expires_at - nowMs >= shortestRestMs;

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
async function isBought({ database: { db } }: AppContext, row: CheckoutSessionRow): Promise<boolean> {
  if (row.status === 'processing') return true;
  if (row.status !== 'paid') return false;
  const subscription = row.subscription_id ? await findSubscription(db, row.subscription_id) : undefined;
  return !hasEnded(subscription?.status);
}

/** What the buyer agrees to: the words of the renewal, and the build that holds the terms. */
interface Agreed {
  readonly notice: string;
  readonly terms: string | null;
}

function atProvider(order: Order, agreed: Agreed, earlier: number): NewProviderSession {
  const { price, email, attemptId, origin, visitId, setId } = order;
  return {
    price,
    email,
    returnUrl: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    metadata: {
      visit_id: visitId,
      plan_id: price.plan.planId,
      renewal_notice_sha256: sha256(agreed.notice),
      ...(agreed.terms && { terms_build: agreed.terms }),
      ...(setId && { set_id: setId }),
    },
    // With the count, going back to an earlier plan does not give that plan's expired session again.
    attempt: `${attemptId} ${earlier}`,
  };
}

async function create(
  context: AppContext,
  provider: PaymentProvider,
  order: Order,
  lease: VisitLease,
  earlier: number,
): Promise<CheckoutSessionRow> {
  const { price, email, visitId, setId } = order;
  const notice = renewalNotice(price);
  const terms = await termsBuildOf(context.database.db, setId);
  const session = await provider.createSession(atProvider(order, { notice, terms }, earlier));
  if (!session.clientSecret)
    throw problem('payment-provider-failed', { detail: 'No client secret received' });
  const nowMs = context.clock();
  const row: CheckoutSessionRow = {
    id: session.id,
    visit_id: visitId,
    plan_id: price.plan.planId,
    email,
    amount_minor: price.today.amountMinor,
    currency: price.today.currency,
    client_secret: session.clientSecret,
    status: 'open',
    subscription_id: null,
    renewal_notice: notice,
    created_at: nowMs,
    expires_at: session.expiresAtMs,
    paid_at: null,
    check_at: nowMs + firstCheckMs,
    set_id: setId,
    terms_build: terms,
  };
  const isStored = await context.database.db.transaction().execute(async (db) => {
    if (!(await holdLease(db, lease))) return false;
    await insertSession(db, row);
    return true;
  });
  if (isStored) return row;
  // Who took over may have repeated the very same attempt, and so got the same session.
  const overtaking = await findSession(context.database.db, session.id);
  if (overtaking) return overtaking;
  await provider.expireSession(session.id);
  throw problem('payment-provider-failed');
}

async function openOne(
  context: AppContext,
  provider: PaymentProvider,
  order: Order,
): Promise<CheckoutSessionRow> {
  await provider.prepareCatalogue();
  return withVisitLease(context, order.visitId, async (lease) => {
    const earlier = await sessionsOfVisit(context.database.db, order.visitId);
    for (const row of earlier) {
      const nowMs = context.clock();
      const isSuitable = suits(row, order, nowMs);
      if (row.status === 'open' && isSuitable && nowMs - row.created_at < freshForMs) return row;
      const bringUpToDate = isSuitable ? sessionAsOfNow : close;
      const current = (row.status === 'open' && (await bringUpToDate(context, provider, row))) || row;
      if (current.status === 'open' && isSuitable) return current;
      if (await isBought(context, current))
        throw problem('already-paid', { data: { sessionId: current.id } });
      if (current.status === 'open') throw problem('payment-provider-failed');
    }
    return create(context, provider, order, lease, earlier.length);
  });
}

/**
 * The session in which the visit may buy: the open one while plan, e-mail and price are the same, else a new one, with
 * the old one expired at the provider first. Problems: `already-paid` (with `sessionId`), `payment-provider-failed`.
 */
export async function openCheckoutSession(
  context: AppContext,
  provider: PaymentProvider,
  order: Order,
): Promise<CheckoutSessionRow> {
  try {
    return await openOne(context, provider, order);
  } catch (error) {
    const reason = provider.failureOf(error);
    throw reason ? problem('payment-provider-failed', { cause: new Error(reason) }) : error;
  }
}
