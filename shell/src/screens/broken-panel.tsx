import { Button } from '@funnel/ui/button';
import { useLayoutEffect } from 'react';

import { copy } from '../content/copy.ts';
import { emptyTopBar, topBar } from '../frame/top-bar-state.ts';
import { Panel } from './panel.tsx';

/** No version of a remote can be shown: says so, and what to do. */
export function BrokenPanel({ onRetry }: { onRetry: () => void }) {
  useLayoutEffect(() => topBar.set(emptyTopBar), []);
  const { title, text, retry } = copy.broken;
  return (
    <Panel sign="warning" title={title} text={text}>
      <Button onClick={onRetry}>{retry}</Button>
    </Panel>
  );
}
