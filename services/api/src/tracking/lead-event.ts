import type { LeadRequest } from '@funnel/contracts/api';
import { stagePaths } from '@funnel/contracts/stage-paths';

import { hashEmail } from '../platform/hash-email.ts';
import { plausibleEventTime, eventIdOf, pageUrl, type AdContext } from './conversions/conversion.ts';
import { serverEvent, type NewEvent } from './record-events.ts';

export interface NewLead {
  readonly lead: LeadRequest;
  readonly visitId: string;
  readonly setId: string | null;
  /** The ad context that may be sent, or null. */
  readonly trace: AdContext | null;
}

/**
 * Builds the `Lead` event of a lead, with the same id on every repeat. Call it in the transaction that stores the lead.
 */
export function leadEvent({ lead, visitId, setId, trace }: NewLead, nowMs: number): NewEvent {
  const { leadId, email, timestamp } = lead;
  const about = { id: eventIdOf('Lead', leadId), name: 'Lead', visitId, setId } as const;
  const conversion = trace && {
    ...about,
    atMs: plausibleEventTime(Date.parse(timestamp), nowMs),
    url: pageUrl(trace.origin, stagePaths.start),
    currency: trace.currency,
    emailSha256: hashEmail(email),
    trace,
  };
  return { event: serverEvent(about, { leadId }, nowMs), conversion };
}
