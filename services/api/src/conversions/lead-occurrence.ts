import type { LeadRequest } from '@funnel/contracts/api';
import { stagePaths } from '@funnel/contracts/stage-paths';

import { credibleTime, eventIdOf, hashEmail, pageAddress, type AdTrace } from './conversion.ts';
import { ownEvent, type Occurrence } from './record-conversions.ts';

interface NewLead {
  readonly lead: LeadRequest;
  readonly visitId: string;
  readonly setId: string | null;
  /** What may be told of the visitor; null for nothing. */
  readonly trace: AdTrace | null;
}

/** The one Lead of a lead: the same id however often it is sent. Belongs in the transaction that stores the lead. */
export function leadOccurrence({ lead, visitId, setId, trace }: NewLead, nowMs: number): Occurrence {
  const { leadId, email, timestamp } = lead;
  const about = { id: eventIdOf('Lead', leadId), name: 'Lead', visitId, setId } as const;
  const conversion = trace && {
    ...about,
    atMs: credibleTime(Date.parse(timestamp), nowMs),
    url: pageAddress(trace.origin, stagePaths.start),
    currency: trace.currency,
    emailSha256: hashEmail(email),
    trace,
  };
  return { event: ownEvent(about, { leadId }, nowMs), conversion };
}
