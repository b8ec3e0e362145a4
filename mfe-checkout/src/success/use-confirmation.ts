import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useState } from 'react';

import { pollConfirmation, type Confirmation } from '../confirmation.ts';

const initial: Confirmation = { status: 'confirming', cause: 'initial' };

/**
 * Polls the state of a session, or of this visit's purchase if the id is null, less often over time, until it is final. `checkNow`
 * requests it immediately.
 */
export function useConfirmation(sessionId: string | null) {
  const shell = useShell();
  const [confirmation, setConfirmation] = useState(initial);
  const [checks, setChecks] = useState(0);

  // `checks` is a dependency, because every check starts the polling again.
  useEffect(() => pollConfirmation(shell, sessionId, setConfirmation), [shell, sessionId, checks]);

  return { confirmation, checkNow: () => setChecks((count) => count + 1) };
}
