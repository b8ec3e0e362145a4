import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useEffectEvent } from 'react';

import { fetchConfirmation, type Confirmation } from '../confirmation.ts';

/** For a page that stays visible. The provider ends a session after a day. */
const checkIntervalMs = 10 * 60_000;

export type SessionEnd = 'expired' | 'payment-submitted';

/** How the session of an open form has ended, or null if the form can still be used or the state is not known. */
export function sessionEnd(confirmation: Confirmation): SessionEnd | null {
  switch (confirmation.status) {
    case 'paid':
      return 'payment-submitted';
    case 'confirming':
      // A submitted payment. The success page waits for its result.
      return confirmation.cause === 'processing' ? 'payment-submitted' : null;
    case 'not-completed':
      return confirmation.session.status === 'expired' ? 'expired' : null;
    case 'unknown':
      return null;
  }
}

/** Checks the session of an open form when the page becomes visible again, and regularly while it is visible. */
export function useSessionWatch(sessionId: string | undefined, onEnd: (end: SessionEnd) => void): void {
  const shell = useShell();
  const reportEnd = useEffectEvent(onEnd);

  useEffect(() => {
    if (sessionId === undefined) return;
    const abort = new AbortController();
    async function check(id: string) {
      if (document.visibilityState !== 'visible') return;
      const end = sessionEnd(await fetchConfirmation(shell, id, abort.signal));
      if (end && !abort.signal.aborted) reportEnd(end);
    }
    const checkNow = () => void check(sessionId);
    const timer = setInterval(checkNow, checkIntervalMs);
    document.addEventListener('visibilitychange', checkNow, { signal: abort.signal });
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [shell, sessionId]);
}
