import type { LeadRequest } from '@funnel/contracts/api';
import type { FunnelState } from '@funnel/contracts/funnel-state';
import type { problems } from '@funnel/contracts/problems';
import { submitLead } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import { buildLead, sameLead } from './lead.ts';
import type { LeadStore } from './lead-store.ts';

/** How long a visitor waits for the service before going on without its answer. */
const timeoutMs = 4000;
const idTakenStatus = 409 satisfies (typeof problems)['lead-id-taken']['status'];
const retryDelaysMs = [5_000, 30_000, 120_000, 600_000];

interface LeadSubmissionOptions {
  readonly request: FunnelShell['request'];
  readonly store: LeadStore;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Resolves after a while, sooner when the connection comes back. */
  readonly pause: (delayMs: number) => Promise<void>;
}

/**
 * `settled`: the service has the lead or will never take it. `id-taken`: it has the id from another visit, as after
 * cookies were cleared between two tries, and confirms nothing. `failed`: another try may help.
 */
type SendResult = 'settled' | 'id-taken' | 'failed';

export interface LeadSubmission {
  /** Keeps the lead, then sends it. Resolves when it was sent or will be later: `new` unless it had been sent before. */
  submit(state: FunnelState, email: string): Promise<'new' | 'known'>;
  /** Sends what an earlier visit could not. */
  sendPending(): Promise<void>;
}

export function createLeadDelivery({
  request,
  store,
  nowMs,
  newId,
  pause,
}: LeadSubmissionOptions): LeadSubmission {
  async function sendPending(attempt = 0, hasNewId = false): Promise<void> {
    const kept = await store.read();
    if (kept?.status !== 'unsent') return;
    const result = await send(kept.lead);
    if (result === 'failed') {
      const delayMs = retryDelaysMs[attempt];
      if (delayMs !== undefined) void pause(delayMs).then(() => sendPending(attempt + 1, hasNewId));
      return;
    }
    const now = await store.read();
    // Meanwhile the visitor may have left another address.
    if (now?.lead.leadId !== kept.lead.leadId) return;
    if (result === 'settled' || hasNewId) return store.write({ ...kept, status: 'sent' });
    await store.write({ lead: { ...kept.lead, leadId: newId() }, status: 'unsent' });
    return sendPending(attempt, true);
  }

  async function send(lead: LeadRequest): Promise<SendResult> {
    try {
      const { status } = await request(submitLead.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(lead),
        keepalive: true,
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (status === idTakenStatus) return 'id-taken';
      return status < 500 && status !== 408 && status !== 429 ? 'settled' : 'failed';
    } catch (error) {
      console.warn('Could not send the lead; it will be sent later', error);
      return 'failed';
    }
  }

  return {
    sendPending: () => sendPending(),
    async submit(state, email) {
      const kept = await store.read();
      // The service may have an unsent lead although its answer was lost: the same id makes that one lead.
      const isRepeat = kept?.status === 'unsent' && kept.lead.email === email;
      const lead = buildLead(state, { leadId: isRepeat ? kept.lead.leadId : newId(), email, nowMs: nowMs() });
      if (kept?.status === 'sent' && sameLead(kept.lead, lead)) return 'known';
      await store.write({ lead, status: 'unsent' });
      await sendPending();
      return isRepeat ? 'known' : 'new';
    },
  };
}
