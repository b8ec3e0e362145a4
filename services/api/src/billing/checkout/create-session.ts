import { createHash } from 'node:crypto';

import { renewalNotice, type PlanPrice } from '@funnel/contracts/plans';
import { problem } from '@funnel/service-kit/problem';

import type { AppContext } from '../../platform/app-context.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';
import type { AdContext } from '../../tracking/conversions/conversion.ts';
import {
  findIntent,
  findSession,
  firstCheckMs,
  deleteIntent,
  insertSession,
  saveIntent,
} from '../checkout-session-repository.ts';
import type { NewProviderSession, PaymentProvider, ProviderSession } from '../payment-provider.ts';
import { termsBuildOf } from './terms-build.ts';
import { confirmLease, type VisitLease } from './visit-lease.ts';

export interface Order {
  readonly visitId: string;
  /** The release set that the purchase is attributed to. Null in a preview. */
  readonly setId: string | null;
  /** The release set that the buyer's browser loads, also in a preview. The buyer agrees to its terms. */
  readonly termsSetId: string | null;
  readonly price: PlanPrice;
  readonly email: string;
  readonly attemptId: string;
  /** The origin under which the buyer sees the site. */
  readonly origin: string;
  /** The ad context that may be sent, or null. */
  readonly adTrace: AdContext | null;
}

/** Everything that determines the session, including the texts that the buyer agrees to. */
interface Intent extends Order {
  /** The number of earlier sessions of the visit. */
  readonly earlier: number;
  /** The text of the renewal notice. */
  readonly notice: string;
  /** The build that contains the terms. */
  readonly terms: string | null;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function toProviderSession(intent: Intent): NewProviderSession {
  const { price, email, origin, visitId, setId, notice, terms } = intent;
  return {
    price,
    email,
    returnUrl: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    metadata: {
      visit_id: visitId,
      plan_id: price.plan.planId,
      renewal_notice_sha256: sha256(notice),
      ...(terms && { terms_build: terms }),
      ...(setId && { set_id: setId }),
    },
    // Includes the count, because otherwise a return to an earlier plan would reuse its expired session.
    attempt: `${intent.attemptId} ${intent.earlier}`,
  };
}

function rowOf(intent: Intent, session: ProviderSession, clientSecret: string, nowMs: number) {
  const { visitId, price, email, setId, notice, terms, adTrace } = intent;
  return {
    id: session.id,
    visit_id: visitId,
    plan_id: price.plan.planId,
    email,
    amount_minor: price.today.amountMinor,
    currency: price.today.currency,
    client_secret: clientSecret,
    status: 'open',
    subscription_id: null,
    renewal_notice: notice,
    created_at: nowMs,
    expires_at: session.expiresAtMs,
    paid_at: null,
    check_at: nowMs + firstCheckMs,
    set_id: setId,
    terms_build: terms,
    ad_trace: adTrace && JSON.stringify(adTrace),
  } satisfies CheckoutSessionRow;
}

async function executeIntent(
  { database: { db }, clock }: AppContext,
  provider: PaymentProvider,
  lease: VisitLease,
  intentText: string,
): Promise<CheckoutSessionRow> {
  const intent: Intent = JSON.parse(intentText);
  const discard = () => deleteIntent(db, intent.visitId, intentText);
  const session = await provider.createSession(toProviderSession(intent)).catch(async (error: unknown) => {
    // Otherwise the provider would replay the same error for a day.
    if (!provider.isUncertain(error)) await discard();
    throw error;
  });
  if (!session.clientSecret) {
    await discard();
    throw problem('payment-provider-failed', { detail: 'No client secret received' });
  }
  const row = rowOf(intent, session, session.clientSecret, clock());
  const isStored = await db.transaction().execute(async (transaction) => {
    if (!(await confirmLease(transaction, lease))) return false;
    await insertSession(transaction, row);
    await deleteIntent(transaction, intent.visitId, intentText);
    return true;
  });
  if (isStored) return row;
  // The request that took over the lease executes the same intent.
  const existing = await findSession(db, session.id);
  if (existing) return existing;
  throw problem('payment-provider-failed');
}

/**
 * Creates a session at the provider and stores it. The intent is stored before the provider is called, so that the next
 * request after a crash repeats exactly the same call.
 */
export async function createSession(
  context: AppContext,
  provider: PaymentProvider,
  lease: VisitLease,
  order: Order,
  earlier: number,
): Promise<CheckoutSessionRow> {
  const { db } = context.database;
  const notice = renewalNotice(order.price);
  const terms = await termsBuildOf(db, order.termsSetId);
  const intentText = JSON.stringify({ ...order, earlier, notice, terms } satisfies Intent);
  const isSaved = await db.transaction().execute(async (transaction) => {
    if (!(await confirmLease(transaction, lease))) return false;
    await saveIntent(transaction, order.visitId, intentText);
    return true;
  });
  if (!isSaved) throw problem('payment-provider-failed');
  return executeIntent(context, provider, lease, intentText);
}

/** Repeats a stored intent, so that a session that was created but not stored because of a crash is stored now. */
export async function resumeIntent(
  context: AppContext,
  provider: PaymentProvider,
  lease: VisitLease,
): Promise<void> {
  const intentText = await findIntent(context.database.db, lease.visitId);
  if (intentText) await executeIntent(context, provider, lease, intentText);
}
