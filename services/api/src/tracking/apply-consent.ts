import { adConsent, consentTextVersion } from '@funnel/contracts/consent';
import { hourMs, minuteMs } from '@funnel/service-kit/durations';

import type { AppContext } from '../platform/app-context.ts';
import type { ConsentRow } from '../platform/schema.ts';
import {
  decisionsOf,
  deleteConcurrentConversions,
  deletePendingConversions,
  hasDataForAdPlatforms,
  insertDecision,
  maxReadDecisions,
  setAdContextOfSessions,
} from './consent-repository.ts';
import type { AdContext } from './conversions/conversion.ts';
import { networkBudget } from './network-budget.ts';
import type { VisitorContext } from './visitor-context.ts';

type Decision = Pick<ConsentRow, 'choice' | 'at' | 'text_version'>;

/** Much longer than a request takes. */
const maxRequestMs = minuteMs;

/**
 * Returns the decision that this request adds, or null if it adds none. A missing cookie withdraws a granted consent, unless
 * the request may be from before the consent.
 */
function newDecision(
  { consent, hasGpcSignal }: VisitorContext,
  decisions: readonly ConsentRow[],
  nowMs: number,
  isReport: boolean,
): Decision | null {
  const [lastDecision] = decisions;
  const last = lastDecision?.choice;
  if (hasGpcSignal && consent?.choice !== 'denied')
    return last === 'denied' ? null : { choice: 'denied', at: nowMs, text_version: consentTextVersion };
  if (!consent) {
    if (lastDecision?.choice !== 'granted') return null;
    const isLate = !isReport && nowMs - lastDecision.received_at < maxRequestMs;
    return isLate ? null : { choice: 'withdrawn', at: nowMs, text_version: lastDecision.text_version };
  }
  const isKnown = decisions.some(({ choice, at }) => choice === consent.choice && at === consent.at);
  // Another time alone is no other decision. The cookie is the visitor's, so anybody can write any time into it.
  const isRepeated = last === consent.choice && lastDecision?.text_version === consent.textVersion;
  return isKnown || isRepeated
    ? null
    : { choice: consent.choice, at: consent.at, text_version: consent.textVersion };
}

/** What a decision takes in the database with its index. */
const decisionBytes = 300;

/** Whether the visit has decided more often within an hour than any visitor would. */
const isFrequent = (decisions: readonly ConsentRow[], nowMs: number): boolean =>
  decisions.length === maxReadDecisions && (decisions.at(-1)?.received_at ?? 0) > nowMs - hourMs;

/** A request that was in progress while the visitor changed their choice still carries the old one. */
const isOutdated = ({ consent }: VisitorContext, [last]: readonly ConsentRow[]): boolean =>
  last !== undefined && last.choice !== 'granted' && consent?.choice === 'granted';

/**
 * Whether conversions could still be sent if this decision were not stored. Without an earlier consent or waiting data, the
 * cookie already prevents it.
 */
async function endsSending(
  { database: { db } }: AppContext,
  visitId: string,
  { choice }: Decision,
  [last]: readonly ConsentRow[],
): Promise<boolean> {
  if (choice === 'granted') return false;
  return last ? last.choice === 'granted' : hasDataForAdPlatforms(db, visitId);
}

/**
 * Stores the visitor's choice, if it is new. If nothing may be sent after it (the result is null),
 * the conversions that wait for ad platforms are deleted. Returns the ad context that may be sent, or null. Must not be called in a transaction. `isReport`: the request reports a choice
 * that the visitor has just made.
 */
export async function applyConsent(
  context: AppContext,
  visitor: VisitorContext,
  { isReport = false } = {},
): Promise<AdContext | null> {
  const { config, database, clock, log } = context;
  const { visitId, ip, consent, hasGpcSignal, browserDetails } = visitor;
  const verdict = adConsent(config.CONSENT, consent, hasGpcSignal);
  const adContext: AdContext | null =
    verdict === 'granted' && browserDetails
      ? { ...browserDetails, consent: consent ? 'granted' : 'implied' }
      : null;
  // Consent is implied and was not refused, so there is no decision to look up.
  if (config.CONSENT === 'implied' && !consent && verdict === 'granted') return adContext;

  const decisions = await decisionsOf(database.db, visitId);
  const decision = newDecision(visitor, decisions, clock(), isReport);
  if (!decision) {
    // If the first report of a refusal failed after it was stored, this one completes it.
    if (isReport && !adContext) await deleteConcurrentConversions(database, visitId);
    return isOutdated(visitor, decisions) ? null : adContext;
  }
  const budget = networkBudget(context);
  const isOverBudget = isFrequent(decisions, clock()) || budget.waitMs(ip) !== null;
  if (isOverBudget && !(await endsSending(context, visitId, decision, decisions))) return null;
  const deletedConversions = await database.db.transaction().execute(async (db) => {
    const row = { visit_id: visitId, ...decision, received_at: clock() };
    if (!(await insertDecision(db, row))) return null;
    budget.spend(ip, decisionBytes);
    await setAdContextOfSessions(db, visitId, adContext && JSON.stringify(adContext));
    return adContext ? null : deletePendingConversions(db, visitId);
  });
  if (deletedConversions === null) return adContext;
  const concurrent = await deleteConcurrentConversions(database, visitId);
  log.info(
    { visitId, choice: decision.choice, deletedConversions: deletedConversions + concurrent },
    'pending conversions of a visit deleted',
  );
  return adContext;
}
