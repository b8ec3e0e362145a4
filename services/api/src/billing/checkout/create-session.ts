import { agreementText } from '@funnel/contracts/agreement';
import type { CreateCheckoutRequest, PublicConfig } from '@funnel/contracts/api';
import { allPlanTexts } from '@funnel/contracts/content/all-plan-texts';
import type { Locale } from '@funnel/contracts/content/locales';
import type { PlanPrice } from '@funnel/contracts/plans';
import { renewalNotice } from '@funnel/contracts/renewal-notice';
import { problem } from '@funnel/service-kit/problem';

import { armsSeenBy } from '../../experiments/exposure-repository.ts';
import { storeCheckoutLead } from '../../leads/checkout-lead.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { sha256 } from '../../platform/emails/hash-email.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';
import type { AdContext } from '../../tracking/conversions/conversion.ts';
import { recordInitiateCheckout } from '../../tracking/record-initiate-checkout.ts';
import {
  findIntent,
  findSession,
  firstCheckMs,
  deleteIntent,
  insertSession,
  saveIntent,
} from '../checkout-session-repository.ts';
import type { NewProviderSession, PaymentProvider, ProviderSession } from '../payment-provider.ts';
import { answersToStore } from './answers-to-store.ts';
import { findProvenCustomer } from './proven-customer.ts';
import { termsBuildOf } from './terms-build.ts';
import { confirmLease, type VisitLease } from './visit-lease.ts';

export interface Order {
  readonly visitId: string;
  /** The release set that the purchase is attributed to. Null in a preview. */
  readonly setId: string | null;
  /** The release set that the buyer's browser loads, also in a preview. The buyer agrees to its terms. */
  readonly termsSetId: string | null;
  /** The language of the page: of the notice that it shows, and of the payment form. */
  readonly locale: Locale;
  readonly price: PlanPrice;
  readonly email: string;
  /** A token of an activation link, if the request has one. */
  readonly activationToken: string | undefined;
  readonly attemptId: string;
  /** The origin under which the buyer sees the site. */
  readonly origin: string;
  /** The buyer's IP. */
  readonly ip: string;
  /** Whether the buyer's network may cause a plan email, if the order becomes a lead. */
  readonly sendsPlanEmail: boolean;
  /** The ad context that may be sent, or null. Intents are stored with this name. */
  readonly adTrace: AdContext | null;
  /** The buyer's answers, if the page sent them. */
  readonly quizState: CreateCheckoutRequest['quizState'];
  /** Whether the request came from a preview, which creates no lead. */
  readonly isPreview: boolean;
  /** Where the page shows the payment form. */
  readonly presentation: PublicConfig['checkoutPresentation'];
}

/** Fields that intents of earlier versions lack. */
type AddedField = 'ip' | 'presentation' | 'sendsPlanEmail';

/** Everything that determines the session, including the texts that the buyer agrees to. */
interface Intent extends Omit<Order, 'activationToken' | AddedField>, Partial<Pick<Order, AddedField>> {
  /** The number of earlier sessions of the visit. */
  readonly earlier: number;
  /** The text of the renewal notice, as the buyer sees it. */
  readonly notice: string;
  /** The text of the agreement. Missing in intents of earlier versions. */
  readonly agreement?: string;
  /** The build that contains the terms. */
  readonly terms: string | null;
  /** The customer of an earlier purchase that the buyer proved. Missing in intents of earlier versions. */
  readonly customerId?: string | null;
}

/** The renewal notice that the page shows to the buyer. */
export const noticeOf = ({ price, locale }: Pick<Order, 'price' | 'locale'>): string =>
  renewalNotice(price, allPlanTexts[locale]);

/** The agreement that the provider's form shows beside its button. */
export const agreementOf = ({ locale }: Pick<Order, 'locale'>): string => agreementText(allPlanTexts[locale]);

function toProviderSession(intent: Intent): NewProviderSession {
  const { price, locale, email, origin, visitId, setId, notice, terms, agreement } = intent;
  return {
    locale,
    price,
    email,
    customerId: intent.customerId ?? null,
    agreement: agreement ?? null,
    returnUrl: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    metadata: {
      visit_id: visitId,
      plan_id: price.plan.planId,
      renewal_notice_sha256: sha256(notice),
      ...(agreement && { agreement_sha256: sha256(agreement), locale }),
      ...(terms && { terms_build: terms }),
      ...(setId && { set_id: setId }),
    },
    // Includes the count, because otherwise a return to an earlier plan would reuse its expired session.
    attempt: `${intent.attemptId} ${intent.earlier}`,
  };
}

function rowOf(
  intent: Intent,
  session: ProviderSession,
  clientSecret: string,
  arms: string | null,
  nowMs: number,
) {
  const {
    visitId,
    price,
    email,
    setId,
    notice,
    terms,
    adTrace,
    quizState,
    locale,
    agreement = null,
  } = intent;
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
    agreement,
    agreement_shown_at: agreement === null ? null : nowMs,
    ad_trace: adTrace && JSON.stringify(adTrace),
    locale,
    tax_minor: null,
    quiz_state: quizState ? JSON.stringify(quizState) : null,
    arms,
  } satisfies CheckoutSessionRow;
}

async function executeIntent(
  context: AppContext,
  provider: PaymentProvider,
  lease: VisitLease,
  intentText: string,
): Promise<CheckoutSessionRow> {
  const { database, clock } = context;
  const { db } = database;
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
  const row = rowOf(intent, session, session.clientSecret, await armsSeenBy(db, intent.visitId), clock());
  const isStored = await db.transaction().execute(async (transaction) => {
    if (!(await confirmLease(transaction, lease))) return false;
    // The person may have been erased meanwhile, and nothing about them may be stored again.
    if (!(await deleteIntent(transaction, intent.visitId, intentText))) return false;
    await insertSession(transaction, row);
    const { presentation = context.config.CHECKOUT_PRESENTATION } = intent;
    await recordInitiateCheckout(context, transaction, row, presentation);
    if (!intent.isPreview) await storeCheckoutLead(context, transaction, { ...intent, presentation });
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
  const notice = noticeOf(order);
  const agreement = agreementOf(order);
  const terms = await termsBuildOf(db, order.termsSetId);
  const customerId = await findProvenCustomer(context, order);
  const quizState = answersToStore(context, order, null) === null ? undefined : order.quizState;
  // Only the hashes of tokens are stored.
  const { activationToken: _token, ...stored } = order;
  const intentText = JSON.stringify({
    ...stored,
    quizState,
    earlier,
    notice,
    agreement,
    terms,
    customerId,
  } satisfies Intent);
  const isSaved = await db.transaction().execute(async (transaction) => {
    if (!(await confirmLease(transaction, lease))) return false;
    await saveIntent(transaction, {
      visit_id: order.visitId,
      intent: intentText,
      created_at: context.clock(),
    });
    return true;
  });
  if (!isSaved) throw problem('payment-provider-failed');
  return executeIntent(context, provider, lease, intentText);
}

/**
 * Repeats a stored intent, so that a session that was created but not stored because of a crash is stored now. An intent that
 * the provider rejects is deleted, and does not concern the order that follows.
 */
export async function resumeIntent(
  context: AppContext,
  provider: PaymentProvider,
  lease: VisitLease,
): Promise<void> {
  const intentText = await findIntent(context.database.db, lease.visitId);
  if (!intentText) return;
  try {
    await executeIntent(context, provider, lease, intentText);
  } catch (error) {
    if (await findIntent(context.database.db, lease.visitId)) throw error;
  }
}
