import type { LeadRequest } from '@funnel/contracts/api';
import { stagePaths } from '@funnel/contracts/stage-paths';

import { plausibleEventTime, eventIdOf, pageUrl, type AdContext } from './conversions/conversion.ts';
import { serverEvent, type NewEvent } from './record-events.ts';
import { emailHashesOf } from './visit-email.ts';

/** The step of a lead that the service makes when a buyer opens a checkout session. */
export const checkoutStep = 'Checkout';

export interface NewLead {
  readonly lead: LeadRequest;
  readonly visitId: string;
  readonly setId: string | null;
  /** The ad context that may be sent, or null. */
  readonly adContext: AdContext | null;
  /** The path of the page that made the lead, if it is not the screen that its step names. */
  readonly path?: string;
  /** A lead that is older than this is not sent to ad platforms. By the visitor's clock. */
  readonly consentedAtMs?: number;
}

/** The path of the quiz screen that sent a lead: `/step-17` for `Email Step (17)`. */
function pathOfStep(step: string): string {
  const [, number] = /\((\d{1,2})\)$/.exec(step) ?? [];
  return number ? `/step-${number}` : stagePaths.start;
}

/**
 * Builds the `Lead` event of a lead, with the same id on every repeat. Call it in the transaction that stores the lead.
 */
export function leadEvent(
  { lead, visitId, setId, adContext, path = pathOfStep(lead.step), consentedAtMs = 0 }: NewLead,
  nowMs: number,
): NewEvent {
  const { leadId, email, timestamp } = lead;
  const about = { id: eventIdOf('Lead', leadId), name: 'Lead', visitId, setId } as const;
  const submittedAtMs = Date.parse(timestamp);
  // A lead whose first attempt has failed may arrive after a consent that the visitor has given since.
  const sentContext = submittedAtMs < consentedAtMs ? null : adContext;
  const conversion = sentContext && {
    ...about,
    atMs: plausibleEventTime(submittedAtMs, nowMs),
    url: pageUrl(sentContext.origin, path),
    currency: sentContext.currency,
    ...emailHashesOf(email),
    trace: sentContext,
  };
  return { event: serverEvent(about, { leadId }, nowMs), conversion };
}
