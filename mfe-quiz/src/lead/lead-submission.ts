import type { LeadRequest } from '@funnel/contracts/api';
import { answersSummary, type FunnelState } from '@funnel/contracts/funnel-state';
import type { problems } from '@funnel/contracts/problems';
import { visitDurationMs } from '@funnel/contracts/visit';
import { submitLead } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';
import { requestWithin } from '@funnel/shell-kit/time-limit';

import type { LeadStore, StoredLead } from './lead-store.ts';

const step = 'Email Step (17)';
const noGoal = 'Not specified';
/** How long a visitor waits for the service before continuing without its response. */
const timeoutMs = 4000;
const idTakenStatus = 409 satisfies (typeof problems)['lead-id-taken']['status'];
const retryDelaysMs = [5_000, 30_000, 120_000, 600_000];

interface LeadSubmissionOptions {
  readonly request: FunnelShell['request'];
  readonly store: LeadStore;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Resolves after the delay, or earlier when the browser is online again. Without a delay, only then. */
  readonly pause: (delayMs?: number) => Promise<void>;
  /** Reports a lead that the service has rejected, for operators. */
  readonly onRejected: () => void;
}

/**
 * `done`: the service stored the lead. `id-taken`: the id belongs to another visit or email, for example after cookies were
 * cleared between two attempts. `failed`: a retry may succeed. `rejected`: only another version of the page or the service may help.
 */
type SendResult = 'done' | 'id-taken' | 'failed' | 'rejected';

export interface LeadSubmission {
  /** Stores the lead, then sends it. Resolves after the first attempt, with `known` if the lead was submitted before. */
  submit(state: FunnelState, email: string): Promise<'new' | 'known'>;
  /** Sends the lead that an earlier page could not send, unless this page already takes care of it. */
  sendPending(): Promise<void>;
  /**
   * Whether this visitor has submitted a lead, sent or not. The stored lead is compared by its email or, if the visitor has
   * changed that since, by its answers. One that matches neither dates from before the visitor started over.
   */
  hasSubmitted(state: FunnelState): Promise<boolean>;
}

interface LeadOptions {
  readonly leadId: string;
  readonly email: string;
  readonly nowMs: number;
}

/** The lead of a visitor who submitted an email. The service stores it once per `leadId`. */
function buildLead(state: FunnelState, { leadId, email, nowMs }: LeadOptions): LeadRequest {
  return {
    leadId,
    email,
    timestamp: new Date(nowMs).toISOString(),
    step,
    specialGoal: state.specialGoal ?? noGoal,
    quizAnswers: { ...state.quizAnswers },
    answers_summary: answersSummary(state),
  };
}

/** Whether both leads have the same email, goal and answers, and the later one can be from the visit of the earlier one. */
const isSameLead = (earlier: LeadRequest, later: LeadRequest): boolean =>
  earlier.email === later.email &&
  earlier.specialGoal === later.specialGoal &&
  earlier.answers_summary === later.answers_summary &&
  Date.parse(later.timestamp) - Date.parse(earlier.timestamp) < visitDurationMs;

export function createLeadSubmission({
  request,
  store,
  nowMs,
  newId,
  pause,
  onRejected,
}: LeadSubmissionOptions): LeadSubmission {
  /** Whether a screen may start to send the stored lead: not while this page sends it, and not after the service's response. */
  let mayStart = true;

  async function start(): Promise<void> {
    if (!mayStart) return;
    mayStart = false;
    await sendStored();
  }

  /** Sends the lead. If its id belongs to another visit or email, it is sent again under a new one, once. */
  async function deliver({ lead, status }: StoredLead, attempt = 0, hasNewId = false): Promise<void> {
    const result = await send(lead);
    if (result === 'failed') {
      const delayMs = retryDelaysMs[attempt];
      if (delayMs === undefined) {
        mayStart = true;
        void pause().then(start);
      } else {
        void pause(delayMs).then(() => sendStored(attempt + 1, hasNewId));
      }
      return;
    }
    /** Meanwhile the visitor may have submitted another lead, on this page or on another one. */
    const replace = (next: StoredLead) =>
      store.update((current) => (current?.lead.leadId === lead.leadId ? next : null));
    if (result === 'done') {
      // The visitor does not wait for it. If it is lost, the lead is sent again, and the service stores it once.
      void replace({ lead, status: 'sent' });
      return;
    }
    if (result === 'rejected' || hasNewId) {
      if (status === 'rejected') return;
      onRejected();
      await replace({ lead, status: 'rejected' });
      return;
    }
    const renamed = await replace({ lead: { ...lead, leadId: newId() }, status: 'unsent' });
    if (renamed) await deliver(renamed, attempt, true);
  }

  async function sendStored(attempt = 0, hasNewId = false): Promise<void> {
    const stored = await store.read();
    if (stored && stored.status !== 'sent') await deliver(stored, attempt, hasNewId);
    else mayStart = true;
  }

  async function send(lead: LeadRequest): Promise<SendResult> {
    const post = (signal: AbortSignal) =>
      request(submitLead.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(lead),
        keepalive: true,
        signal,
      });
    try {
      const { status } = await requestWithin(post, timeoutMs);
      if (status === idTakenStatus) return 'id-taken';
      if (status >= 500 || status === 408 || status === 429) {
        console.warn(`Could not send the lead; it will be sent later: ${status}`);
        return 'failed';
      }
      if (status < 300) return 'done';
      console.error(`The service has rejected the lead; it is kept: ${status}`);
      return 'rejected';
    } catch (error) {
      console.warn('Could not send the lead; it will be sent later', error);
      return 'failed';
    }
  }

  return {
    sendPending: start,
    async hasSubmitted(state) {
      const lead = (await store.read())?.lead;
      if (!lead || state.email === null) return false;
      return lead.email === state.email || lead.answers_summary === answersSummary(state);
    },
    async submit(state, email) {
      mayStart = false;
      const lead = buildLead(state, { leadId: newId(), email, nowMs: nowMs() });
      const submitted = await store.update((last) => {
        if (last?.status === 'sent' && isSameLead(last.lead, lead)) return null;
        // The service may have stored an unsent lead whose response was lost. The same id prevents a duplicate.
        const isRepeat = last?.status === 'unsent' && isSameLead(last.lead, lead);
        return { lead: isRepeat ? { ...lead, leadId: last.lead.leadId } : lead, status: 'unsent' };
      });
      if (!submitted) return 'known';
      await deliver(submitted);
      return submitted.lead.leadId === lead.leadId ? 'new' : 'known';
    },
  };
}
