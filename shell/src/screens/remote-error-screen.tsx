import { Button } from '@funnel/ui/button';
import { useLayoutEffect } from 'react';

import { copy } from '../content/copy.ts';
import { emptyTopBar, topBar } from '../layout/top-bar-state.ts';
import { StatusScreen } from './status-screen.tsx';

/** Shown if no version of a remote loads and renders, with a button that retries. */
export function RemoteErrorScreen({ onRetry }: { onRetry: () => void }) {
  useLayoutEffect(() => topBar.set(emptyTopBar), []);
  const { title, text, retry } = copy.remoteError;
  return (
    <StatusScreen icon="warning" title={title} text={text}>
      <Button onClick={onRetry}>{retry}</Button>
    </StatusScreen>
  );
}
