import { Button } from '@funnel/ui/button';
import { Screen } from '@funnel/ui/screen';
import { useLayoutEffect } from 'react';

import { copy } from '../content/copy.ts';
import { emptyTopBar, topBar } from '../frame/top-bar-state.ts';

/** No version of a remote can be shown: says so, and what to do. */
export function BrokenPanel({ onRetry }: { onRetry: () => void }) {
  useLayoutEffect(() => topBar.set(emptyTopBar), []);
  const { title, text, retry } = copy.broken;
  return <Screen title={title} sub={text} action={<Button onClick={onRetry}>{retry}</Button>} />;
}
