import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useEffectEvent } from 'react';

import { pollConfirmation, type Confirmation } from '../confirmation.ts';

/** For a page that stays visible. The provider ends a session after a day. */
const checkIntervalMs = 10 * 60_000;

type SessionEnd = 'expired' | 'payment-submitted';

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

/**
 * Checks the session of an open form when the page becomes visible again, and regularly while it is visible. A phone often shows
 * a page again before it has a connection, so a check that fails is repeated.
 */
export function useSessionWatch(sessionId: string | undefined, onEnd: (end: SessionEnd) => void): void {
  const shell = useShell();
  const reportEnd = useEffectEvent(onEnd);

  useEffect(() => {
    if (sessionId === undefined) return;
    let endCheck = () => {};
    const check = () => {
      endCheck();
      if (document.visibilityState !== 'visible') return;
      endCheck = pollConfirmation(shell, sessionId, (confirmation) => {
        const end = sessionEnd(confirmation);
        if (!end) return;
        endCheck();
        reportEnd(end);
      });
    };
    const timer = setInterval(check, checkIntervalMs);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      endCheck();
    };
  }, [shell, sessionId]);
}
