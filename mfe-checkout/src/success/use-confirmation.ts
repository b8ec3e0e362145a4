import type { PurchaseResponse } from '@funnel/contracts/api';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useState } from 'react';

import { fetchPurchase, pollConfirmation, type Confirmation } from '../confirmation.ts';

const initial: Confirmation = { status: 'confirming', cause: 'initial' };

/** Polls the state of a session, less often over time, until it is final. `checkNow` requests it immediately. */
export function useConfirmation(sessionId: string) {
  const shell = useShell();
  const [confirmation, setConfirmation] = useState(initial);
  const [checks, setChecks] = useState(0);

  // `checks` is a dependency, because every check starts the polling again.
  useEffect(() => pollConfirmation(shell, sessionId, setConfirmation), [shell, sessionId, checks]);

  return { confirmation, checkNow: () => setChecks((count) => count + 1) };
}

/** The purchase of this visit: undefined until the service has responded, null if there is none. */
export function usePurchase(): PurchaseResponse | null | undefined {
  const shell = useShell();
  const [purchase, setPurchase] = useState<PurchaseResponse | null>();

  useEffect(() => {
    const abort = new AbortController();
    void fetchPurchase(shell, abort.signal).then((found) => {
      if (!abort.signal.aborted) setPurchase(found);
    });
    return () => abort.abort();
  }, [shell]);

  return purchase;
}
