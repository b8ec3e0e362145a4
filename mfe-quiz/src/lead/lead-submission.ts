import type { LeadRequest } from '@funnel/contracts/api';
import { answersSummary, type FunnelState } from '@funnel/contracts/funnel-state';
import type { problems } from '@funnel/contracts/problems';
import { submitLead } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';

import type { LeadStore } from './lead-store.ts';

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
  /** Resolves after the delay, or earlier when the browser is online again. */
  readonly pause: (delayMs: number) => Promise<void>;
  /** Reports a lead that the service has rejected, for operators. */
  readonly onRejected: () => void;
}

/**
 * `done`: the service stored the lead. `id-taken`: the id belongs to another visit, for example after cookies were cleared
 * between two attempts. `failed`: a retry may succeed. `rejected`: only another version of the page or the service may help.
 */
type SendResult = 'done' | 'id-taken' | 'failed' | 'rejected';

export interface LeadSubmission {
  /** Stores the lead, then sends it. Resolves after the first attempt, with `known` if the lead was submitted before. */
  submit(state: FunnelState, email: string): Promise<'new' | 'known'>;
  /** Sends the lead that an earlier visit could not send. */
  sendPending(): Promise<void>;
  /** Whether this browser has submitted a lead with the email, sent or not. */
  hasSubmitted(email: string | null): Promise<boolean>;
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

/** Whether both leads have the same email, goal and answers. */
const isSameLead = (one: LeadRequest, other: LeadRequest): boolean =>
  one.email === other.email &&
  one.specialGoal === other.specialGoal &&
  one.answers_summary === other.answers_summary;

export function createLeadSubmission({
  request,
  store,
  nowMs,
  newId,
  pause,
  onRejected,
}: LeadSubmissionOptions): LeadSubmission {
  async function sendPending(attempt = 0, hasNewId = false): Promise<void> {
    const pending = await store.read();
    if (!pending || pending.status === 'sent') return;
    const result = await send(pending.lead);
    if (result === 'failed') {
      const delayMs = retryDelaysMs[attempt];
      if (delayMs !== undefined) void pause(delayMs).then(() => sendPending(attempt + 1, hasNewId));
      return;
    }
    const current = await store.read();
    // Meanwhile the visitor may have submitted another email.
    if (current?.lead.leadId !== pending.lead.leadId) return;
    if (result === 'rejected' || (result === 'id-taken' && hasNewId)) {
      if (pending.status === 'rejected') return;
      onRejected();
      return store.write({ ...pending, status: 'rejected' });
    }
    if (result === 'done') return store.write({ ...pending, status: 'sent' });
    await store.write({ lead: { ...pending.lead, leadId: newId() }, status: 'unsent' });
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
    sendPending: () => sendPending(),
    hasSubmitted: async (email) => email !== null && (await store.read())?.lead.email === email,
    async submit(state, email) {
      const last = await store.read();
      // The service may have stored an unsent lead whose response was lost. The same id prevents a duplicate.
      const isRepeat = last?.status === 'unsent' && last.lead.email === email;
      const lead = buildLead(state, { leadId: isRepeat ? last.lead.leadId : newId(), email, nowMs: nowMs() });
      if (last?.status === 'sent' && isSameLead(last.lead, lead)) return 'known';
      await store.write({ lead, status: 'unsent' });
      await sendPending();
      return isRepeat ? 'known' : 'new';
    },
  };
}
