import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useState } from 'react';

import { askForConfirmation, retryDelayMs, type Confirmation } from './confirmation.ts';

const firstLook: Confirmation = { status: 'confirming', cause: 'first-look' };

/** What became of a session: asks until it is settled, less and less often. `askNow` does not wait for the next time. */
export function useConfirmation(sessionId: string) {
  const shell = useShell();
  const [confirmation, setConfirmation] = useState(firstLook);
  const [request, setRequest] = useState(0);

  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function ask(tries: number) {
      const answer = await askForConfirmation(shell, sessionId, abort.signal);
      if (abort.signal.aborted) return;
      setConfirmation(answer);
      if (answer.status === 'confirming') timer = setTimeout(() => void ask(tries + 1), retryDelayMs(tries));
    }
    void ask(0);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [shell, sessionId, request]);

  return { confirmation, askNow: () => setRequest((count) => count + 1) };
}
