import { Button } from '@funnel/ui/button';
import { Screen } from '@funnel/ui/screen';

import { copy } from '../content/copy.ts';
import { Frame } from '../frame/frame.tsx';
import { emptyTopBar } from '../frame/top-bar-state.ts';

/** The shell's own last resort. */
export function RouterError() {
  const { title, text, reload } = copy.routerError;
  return (
    <Frame bar={emptyTopBar}>
      <Screen title={title} sub={text} action={<Button onClick={() => location.reload()}>{reload}</Button>} />
    </Frame>
  );
}
