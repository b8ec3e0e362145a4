import type { PlanId } from '@funnel/contracts/plans';
import { useFunnelState, useShell } from '@funnel/shell-kit/shell-context';
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';

import { useContent } from '../content/content.ts';
import { missingPrerequisite, openCheckoutSession } from './open-session.ts';
import { idle, nextSessionState, type SessionState } from './session-state.ts';

export interface Order {
  readonly planId: PlanId;
  readonly email: string | null;
}

/**
 * A checkout session for the order: asked for at once, and again whenever plan, answers, e-mail or the count of
 * retries change. `reportMissingForm` says that a session is there but its form is not.
 */
export function useCheckoutSession({ planId, email }: Order) {
  const shell = useShell();
  const content = useContent().payment;
  const quizAnswers = useFunnelState((state) => state.quizAnswers);
  const specialGoal = useFunnelState((state) => state.specialGoal);
  const [retries, setRetries] = useState(0);
  const [requested, dispatch] = useReducer(nextSessionState, idle);
  const obstacle = useMemo(() => missingPrerequisite(shell.config, email, content), [shell, email, content]);
  // Known before the first paint, so that no form is announced that cannot come.
  const state = useMemo<SessionState>(
    () => (obstacle ? { status: 'failed', failure: obstacle } : requested),
    [obstacle, requested],
  );

  useEffect(() => {
    if (obstacle || email === null) return;
    const attemptId = crypto.randomUUID();
    const abort = new AbortController();
    const attempt = { planId, email, quizState: { quizAnswers, specialGoal, email }, attemptId };
    dispatch({ type: 'requested', attemptId });
    void openCheckoutSession(shell, attempt, content, abort.signal).then((outcome) =>
      dispatch({ ...outcome, attemptId }),
    );
    return () => {
      abort.abort();
      dispatch({ type: 'closed' });
    };
  }, [shell, content, obstacle, planId, email, quizAnswers, specialGoal, retries]);

  useEffect(() => {
    if (state.status !== 'failed') return;
    const { code, message } = state.failure;
    if (code === 'session-failed') console.warn(`Failed to create checkout session: ${message}`);
    const { toast } = content.failures[code];
    shell.notify({ tone: 'destructive', ...toast });
  }, [shell, content, state]);

  const retry = useCallback(() => setRetries((count) => count + 1), []);
  const reportFormLoadError = useCallback(
    (attemptId: string) => {
      shell.report({ name: 'ResourceFailed', detail: 'payment form' });
      const failure = {
        code: 'form-load-failed',
        message: content.failures['form-load-failed'].message,
      } as const;
      dispatch({ type: 'failed', failure, attemptId });
    },
    [shell, content],
  );

  return { state, retry, reportMissingForm: reportFormLoadError };
}
