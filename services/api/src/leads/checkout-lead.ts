import { randomUUID } from 'node:crypto';

import type { CreateCheckoutRequest, PublicConfig } from '@funnel/contracts/api';
import { answersSummary } from '@funnel/contracts/funnel-state';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import type { AdContext } from '../tracking/conversions/conversion.ts';
import { checkoutStep, leadEvent } from '../tracking/lead-event.ts';
import { networkBudget } from '../tracking/network-budget.ts';
import { recordEvents } from '../tracking/record-events.ts';
import { paymentPath } from '../tracking/record-initiate-checkout.ts';
import { hasLead } from './lead-repository.ts';
import { notSpecified } from './lead-webhook.ts';
import { insertSubmissions, storedBytes, type SubmittedLead } from './store-lead.ts';

/** `ip` and `sendsPlanEmail` are missing if an earlier version stored the order. */
interface Buyer
  extends
    Pick<SubmittedLead, 'visitId' | 'setId' | 'locale' | 'origin'>,
    Partial<Pick<SubmittedLead, 'ip' | 'sendsPlanEmail'>> {
  readonly email: string;
  readonly quizState: CreateCheckoutRequest['quizState'];
  /** Where the page shows the payment form. */
  readonly presentation: PublicConfig['checkoutPresentation'];
  /** The ad context that may be sent, or null. */
  readonly adTrace: AdContext | null;
}

/**
 * Stores a lead of a buyer whose visit has none with this email, unless the buyer's IP or network has used its budget for leads. The checkout
 * goes on without it, and its session stores the email and the answers. Call it in the transaction that stores the checkout session.
 */
export async function storeCheckoutLead(
  context: AppContext,
  db: Queries,
  {
    visitId,
    setId,
    locale,
    origin,
    ip = 'unknown',
    sendsPlanEmail = true,
    email,
    quizState,
    presentation,
    adTrace: adContext,
  }: Buyer,
): Promise<void> {
  if (await hasLead(db, visitId, email)) return;
  const budget = networkBudget(context, 'leads');
  if (budget.ownWaitMs(ip) !== null) {
    context.log.warn('the checkout has no lead, because its IP or network has used the budget for leads');
    return;
  }
  const nowMs = context.clock();
  const { quizAnswers = {}, specialGoal = null } = quizState ?? {};
  const lead = {
    leadId: randomUUID(),
    email,
    timestamp: new Date(nowMs).toISOString(),
    step: checkoutStep,
    specialGoal: specialGoal ?? notSpecified,
    quizAnswers,
    answers_summary: answersSummary({ quizAnswers, specialGoal, email }),
  };
  const added = await insertSubmissions(context, db, [
    { lead, visitId, setId, locale, origin, ip, sendsPlanEmail, adContext },
  ]);
  budget.spend(ip, storedBytes(lead));
  await recordEvents(
    context,
    db,
    added.map((submission) => leadEvent({ ...submission, path: paymentPath(presentation) }, nowMs)),
  );
}
