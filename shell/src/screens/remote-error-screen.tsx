import { Button } from '@funnel/ui/button';
import { useLayoutEffect } from 'react';

import { copy } from '../content/copy.ts';
import { emptyTopBar, topBar } from '../layout/top-bar-state.ts';
import { StatusScreen } from './status-screen.tsx';

/** No version of a remote can be shown: says so, and what to do. */
export function RemoteErrorScreen({ onRetry }: { onRetry: () => void }) {
  useLayoutEffect(() => topBar.set(emptyTopBar), []);
  const { title, text, retry } = copy.broken;
  return (
    <StatusScreen icon="warning" title={title} text={text}>
      <Button onClick={onRetry}>{retry}</Button>
    </StatusScreen>
  );
}
