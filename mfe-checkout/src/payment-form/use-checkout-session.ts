import { useShell } from '@funnel/shell-kit/shell-context';
import { whenPainted } from '@funnel/shell-kit/when-painted';
import { useEffect, useMemo, useReducer, useState } from 'react';

import { useContent } from '../content/content.ts';
import { failureOf, missingPrerequisite, openCheckoutSession } from './open-session.ts';
import type { Order } from './order.ts';
import { idle, nextSessionState, type CheckoutSessionState } from './session-state.ts';

/** The session of the checkout as its screen shows it, and what the screen tells of it. */
export interface CheckoutSession {
  readonly state: CheckoutSessionState;
  readonly retry: () => void;
  readonly reportFormLoadError: (attemptId: string) => void;
  readonly reportExpiry: (attemptId: string) => void;
}

/**
 * The checkout session of an order. It is requested on mount and again when the plan, the email or the retry count
 * changes. A change of quiz answers does not request another one. `reportFormLoadError` records that the session is
 * open but the provider's form could not be shown, and `reportExpiry` that its form is no longer valid.
 */
export function useCheckoutSession({ planId, email }: Order): CheckoutSession {
  const shell = useShell();
  const content = useContent().payment;
  const [retries, setRetries] = useState(0);
  const [requested, dispatch] = useReducer(nextSessionState, idle);
  const prerequisite = useMemo(
    () => missingPrerequisite(shell.config, email, content),
    [shell, email, content],
  );
  // Derived before the first paint, so that no loading form is shown if no form can follow.
  const state = useMemo<CheckoutSessionState>(
    () => (prerequisite ? { status: 'failed', failure: prerequisite } : requested),
    [prerequisite, requested],
  );

  useEffect(() => {
    if (prerequisite || email === null) return;
    const attemptId = crypto.randomUUID();
    const abort = new AbortController();
    dispatch({ type: 'requested', attemptId });
    // The screen is painted first: the provider takes a second anyway, and the request's start would delay the frame.
    const cancel = whenPainted(async () => {
      const outcome = await openCheckoutSession(shell, { planId, email, attemptId }, content, abort.signal);
      dispatch({ ...outcome, attemptId });
    });
    return () => {
      cancel();
      abort.abort();
      dispatch({ type: 'closed' });
    };
  }, [shell, content, prerequisite, planId, email, retries]);

  useEffect(() => {
    if (state.status !== 'failed') return;
    const { code, message, cause = message } = state.failure;
    if (code === 'session-failed') console.warn(`Failed to create checkout session: ${cause}`);
    const { toast } = content.failures[code];
    return shell.notify({ tone: 'destructive', ...toast });
  }, [shell, content, state]);

  function reportFormLoadError(attemptId: string) {
    shell.report({ name: 'ResourceFailed', detail: 'payment form' });
    dispatch({ type: 'failed', failure: failureOf('form-load-failed', content), attemptId });
  }

  function reportExpiry(attemptId: string) {
    dispatch({ type: 'failed', failure: failureOf('session-expired', content), attemptId });
  }

  return { state, retry: () => setRetries((count) => count + 1), reportFormLoadError, reportExpiry };
}
