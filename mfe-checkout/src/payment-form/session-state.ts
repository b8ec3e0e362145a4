import type { CreateCheckoutResponse } from '@funnel/contracts/api';

export type FailureCode =
  | 'not-configured'
  | 'email-required'
  | 'email-rejected'
  | 'already-paid'
  | 'session-expired'
  | 'session-failed'
  | 'form-load-failed';

/** The reason why there is no payment form. The visitor reads `message`. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  /** The text for the log, if it differs from `message`. */
  readonly cause?: string;
  /** The session of the earlier purchase, for `already-paid`. */
  readonly paidSessionId?: string;
}

export type SessionState =
  | { readonly status: 'idle' }
  | { readonly status: 'creating'; readonly attemptId: string }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly attemptId: string; readonly session: CreateCheckoutResponse };

/** The result of one attempt to open a session. */
export type Outcome =
  | { readonly type: 'opened'; readonly session: CreateCheckoutResponse }
  | { readonly type: 'failed'; readonly failure: Failure };

export type SessionEvent =
  | { readonly type: 'requested'; readonly attemptId: string }
  | { readonly type: 'closed' }
  | (Outcome & { readonly attemptId: string });

export const idle: SessionState = { status: 'idle' };

/** State transitions of the checkout session on the page. Events of replaced attempts are ignored. */
export function nextSessionState(state: SessionState, event: SessionEvent): SessionState {
  if (event.type === 'closed') return idle;
  if (event.type === 'requested') return { status: 'creating', attemptId: event.attemptId };
  if (!('attemptId' in state) || state.attemptId !== event.attemptId) return state;
  return event.type === 'failed'
    ? { status: 'failed', failure: event.failure }
    : { status: 'ready', attemptId: event.attemptId, session: event.session };
}
