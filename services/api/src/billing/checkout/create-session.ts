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
  /** The release set for which the purchase counts; null in a preview. */
  readonly setId: string | null;
  /** The release set that the service gave the buyer's browser, a previewed one included. Its terms are agreed to. */
  readonly termsSetId: string | null;
  readonly price: PlanPrice;
  readonly email: string;
  readonly attemptId: string;
  /** Scheme and host under which the buyer sees the product. */
  readonly origin: string;
  /** What ad platforms may hear of the buyer's browser; null for nothing. */
  readonly adTrace: AdContext | null;
}

/** Everything that a session is made of, with what the buyer agrees to. */
interface Intent extends Order {
  /** How many sessions the visit had before. */
  readonly earlier: number;
  /** The words of the renewal. */
  readonly notice: string;
  /** The build that holds the terms. */
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
    // With the count, going back to an earlier plan does not give that plan's expired session again.
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
  kept: string,
): Promise<CheckoutSessionRow> {
  const intent: Intent = JSON.parse(kept);
  const forget = () => deleteIntent(db, intent.visitId, kept);
  const session = await provider.createSession(toProviderSession(intent)).catch(async (error: unknown) => {
    // Otherwise the same answer would come for a day, whenever it is asked.
    if (!provider.isUncertain(error)) await forget();
    throw error;
  });
  if (!session.clientSecret) {
    await forget();
    throw problem('payment-provider-failed', { detail: 'No client secret received' });
  }
  const row = rowOf(intent, session, session.clientSecret, clock());
  const isStored = await db.transaction().execute(async (transaction) => {
    if (!(await confirmLease(transaction, lease))) return false;
    await insertSession(transaction, row);
    await deleteIntent(transaction, intent.visitId, kept);
    return true;
  });
  if (isStored) return row;
  // Who took over has carried out the same intent, or is about to.
  const overtaking = await findSession(db, session.id);
  if (overtaking) return overtaking;
  throw problem('payment-provider-failed');
}

/**
 * A new session at the provider and here. What is intended is kept before the provider is asked, so that who comes after
 * a crash between the two asks for the very same.
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
  const kept = JSON.stringify({ ...order, earlier, notice, terms } satisfies Intent);
  const isKept = await db.transaction().execute(async (transaction) => {
    if (!(await confirmLease(transaction, lease))) return false;
    await saveIntent(transaction, order.visitId, kept);
    return true;
  });
  if (!isKept) throw problem('payment-provider-failed');
  return executeIntent(context, provider, lease, kept);
}

/** Brings in the session that somebody may have created, and did not live to store. */
export async function resumeIntent(
  context: AppContext,
  provider: PaymentProvider,
  lease: VisitLease,
): Promise<void> {
  const kept = await findIntent(context.database.db, lease.visitId);
  if (kept) await executeIntent(context, provider, lease, kept);
}
