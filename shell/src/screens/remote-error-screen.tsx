import { Button } from '@funnel/ui/button';
import { RemoteErrorArt } from '@funnel/ui/status-art';
import { useLayoutEffect } from 'react';

import { copy } from '../content/copy.ts';
import { StatusScreen } from '../layout/status-screen.tsx';
import { emptyTopBar, topBar } from '../layout/top-bar-state.ts';

/** Shown if no version of a remote loads and renders, with a button that retries. */
export function RemoteErrorScreen({ onRetry }: { onRetry: () => void }) {
  useLayoutEffect(() => topBar.set(emptyTopBar), []);
  const { title, text, retry } = copy.remoteError;
  return (
    <StatusScreen image={<RemoteErrorArt />} title={title} text={text}>
      <Button onClick={onRetry}>{retry}</Button>
    </StatusScreen>
  );
}
