import { useWhenOnline } from '@funnel/shell-kit/use-when-online';
import { Button } from '@funnel/ui/button';
import { RemoteErrorArt } from '@funnel/ui/status-art';
import { useLayoutEffect } from 'react';

import { copy } from '../content/copy.ts';
import { StatusScreen } from '../layout/status-screen.tsx';
import { emptyTopBar, topBar } from '../layout/top-bar-state.ts';

/** Shown if no version of a remote loads and renders, with a button that retries. It also retries when the browser is online again. */
export function RemoteErrorScreen({ onRetry }: { onRetry: () => void }) {
  useLayoutEffect(() => topBar.set(emptyTopBar), []);
  useWhenOnline(onRetry);
  const { title, text, retry } = copy.remoteError;
  return (
    <StatusScreen image={<RemoteErrorArt />} title={title} text={text}>
      <Button onClick={onRetry}>{retry}</Button>
    </StatusScreen>
  );
}
