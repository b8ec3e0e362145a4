import type { LeadRequest } from '@funnel/contracts/api';
import type { FunnelState } from '@funnel/contracts/funnel-state';
import { submitLead } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import { leadOf, sameLead } from './lead.ts';
import type { LeadStore } from './lead-store.ts';

/** How long a visitor waits for the service before going on without its answer. */
const timeoutMs = 4000;
const retryDelaysMs = [5_000, 30_000, 120_000, 600_000];

interface DeliveryParts {
  readonly request: FunnelShell['request'];
  readonly store: LeadStore;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Resolves after a while, sooner when the connection comes back. */
  readonly pause: (delayMs: number) => Promise<void>;
}

export interface LeadDelivery {
  /** Keeps the lead, then sends it. Resolves when it was sent or will be later: `new` unless it had been sent before. */
  submit(state: FunnelState, email: string): Promise<'new' | 'known'>;
  /** Sends what an earlier visit could not. */
  deliverKept(): Promise<void>;
}

export function createLeadDelivery({ request, store, nowMs, newId, pause }: DeliveryParts): LeadDelivery {
  async function deliverKept(attempt = 0): Promise<void> {
    const kept = await store.read();
    if (kept?.status !== 'unsent') return;
    if (await isSettled(kept.lead)) {
      const now = await store.read();
      // Meanwhile the visitor may have left another address.
      if (now?.lead.leadId === kept.lead.leadId) await store.write({ ...kept, status: 'sent' });
      return;
    }
    const delayMs = retryDelaysMs[attempt];
    if (delayMs !== undefined) void pause(delayMs).then(() => deliverKept(attempt + 1));
  }

  /** Whether trying again would change nothing: the service has it, or will never take it. */
  async function isSettled(lead: LeadRequest): Promise<boolean> {
    try {
      const { status } = await request(submitLead.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(lead),
        keepalive: true,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return status < 500 && status !== 408 && status !== 429;
    } catch (error) {
      console.warn('Could not send the lead; it will be sent later', error);
      return false;
    }
  }

  return {
    deliverKept: () => deliverKept(),
    async submit(state, email) {
      const kept = await store.read();
      // The service may have an unsent lead although its answer was lost: the same id makes that one lead.
      const isRepeat = kept?.status === 'unsent' && kept.lead.email === email;
      const lead = leadOf(state, { leadId: isRepeat ? kept.lead.leadId : newId(), email, nowMs: nowMs() });
      if (kept?.status === 'sent' && sameLead(kept.lead, lead)) return 'known';
      await store.write({ lead, status: 'unsent' });
      await deliverKept();
      return isRepeat ? 'known' : 'new';
    },
  };
}
