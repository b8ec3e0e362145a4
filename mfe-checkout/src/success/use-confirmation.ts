import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useState } from 'react';

import { fetchConfirmation, retryDelayMs, type Confirmation } from './confirmation.ts';

const initial: Confirmation = { status: 'confirming', cause: 'initial' };

/** What became of a session: asks until it is settled, less and less often. `askNow` does not wait for the next time. */
export function useConfirmation(sessionId: string) {
  const shell = useShell();
  const [confirmation, setConfirmation] = useState(initial);
  const [request, setRequest] = useState(0);

  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function poll(attempts: number) {
      const result = await fetchConfirmation(shell, sessionId, abort.signal);
      if (abort.signal.aborted) return;
      setConfirmation(result);
      if (result.status === 'confirming')
        timer = setTimeout(() => void poll(attempts + 1), retryDelayMs(attempts));
    }
    void poll(0);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [shell, sessionId, request]);

  return { confirmation, checkNow: () => setRequest((count) => count + 1) };
}
