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

export type CheckoutSessionState =
  | { readonly status: 'idle' }
  | { readonly status: 'creating'; readonly attemptId: string }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly attemptId: string; readonly session: CreateCheckoutResponse };

/** The result of one attempt to open a session. */
export type OpenSessionResult =
  | { readonly type: 'opened'; readonly session: CreateCheckoutResponse }
  | { readonly type: 'failed'; readonly failure: Failure };

export type CheckoutSessionAction =
  | { readonly type: 'requested'; readonly attemptId: string }
  | { readonly type: 'closed' }
  | (OpenSessionResult & { readonly attemptId: string });

export const idle: CheckoutSessionState = { status: 'idle' };

/** State transitions of the checkout session on the page. Actions of replaced attempts are ignored. */
export function nextSessionState(
  state: CheckoutSessionState,
  action: CheckoutSessionAction,
): CheckoutSessionState {
  if (action.type === 'closed') return idle;
  if (action.type === 'requested') return { status: 'creating', attemptId: action.attemptId };
  if (!('attemptId' in state) || state.attemptId !== action.attemptId) return state;
  return action.type === 'failed'
    ? { status: 'failed', failure: action.failure }
    : { status: 'ready', attemptId: action.attemptId, session: action.session };
}
