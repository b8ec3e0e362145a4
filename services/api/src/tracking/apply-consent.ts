import { adConsent, consentTextVersion } from '@funnel/contracts/consent';

import type { AppContext } from '../platform/app-context.ts';
import type { ConsentRow } from '../platform/schema.ts';
import {
  decisionsOf,
  deletePendingConversions,
  insertDecision,
  setAdContextOfOpenSessions,
} from './consent-repository.ts';
import type { AdContext } from './conversions/conversion.ts';
import type { VisitorContext } from './visitor-context.ts';

type Decision = Pick<ConsentRow, 'choice' | 'at' | 'text_version'>;

/** What this request decides anew; null where all is as it was. A cookie that is gone takes back what it had granted. */
function newDecision(
  { consent, hasGpcSignal }: VisitorContext,
  known: readonly ConsentRow[],
  nowMs: number,
): Decision | null {
  const last = known[0]?.choice;
  if (hasGpcSignal && consent?.choice !== 'denied')
    return last === 'denied' ? null : { choice: 'denied', at: nowMs, text_version: consentTextVersion };
  if (!consent) {
    const textVersion = known[0]?.text_version ?? consentTextVersion;
    return last === 'granted' ? { choice: 'withdrawn', at: nowMs, text_version: textVersion } : null;
  }
  const isKnown = known.some(({ choice, at }) => choice === consent.choice && at === consent.at);
  return isKnown ? null : { choice: consent.choice, at: consent.at, text_version: consent.textVersion };
}

/** A request that was under way while the visitor decided otherwise still carries the old choice. */
const isOutdated = ({ consent }: VisitorContext, [last]: readonly ConsentRow[]): boolean =>
  last !== undefined && last.choice !== 'granted' && consent?.choice === 'granted';

/**
 * Stores what the visitor decided, where that is new, and what follows from it: after a no, nothing that waits for ad
 * platforms leaves any more. Returns what may be told of the visitor; null for nothing. Not for use in a transaction.
 */
export async function applyConsent(context: AppContext, visitor: VisitorContext): Promise<AdContext | null> {
  const { config, database, clock, log } = context;
  const { visitId, consent, hasGpcSignal, trace } = visitor;
  const verdict = adConsent(config.CONSENT, consent, hasGpcSignal);
  const notified: AdContext | null =
    verdict === 'granted' && trace ? { ...trace, consent: consent ? 'granted' : 'implied' } : null;
  // Nobody was asked, and nobody objects: there is no decision to look up.
  if (config.CONSENT === 'implied' && !consent && verdict === 'granted') return notified;

  const known = await decisionsOf(database.db, visitId);
  const decision = newDecision(visitor, known, clock());
  if (!decision) return isOutdated(visitor, known) ? null : notified;
  await database.db.transaction().execute(async (db) => {
    const row = { visit_id: visitId, ...decision, received_at: clock() };
    if (!(await insertDecision(db, row))) return;
    await setAdContextOfOpenSessions(db, visitId, notified && JSON.stringify(notified));
    if (notified) return;
    const dropped = await deletePendingConversions(db, visitId);
    log.info({ visitId, choice: decision.choice, dropped }, 'ad platforms hear no more of a visit');
  });
  return notified;
}
