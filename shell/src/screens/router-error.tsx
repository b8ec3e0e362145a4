import { Button } from '@funnel/ui/button';

import { copy } from '../content/copy.ts';
import { Frame } from '../frame/frame.tsx';
import { emptyTopBar } from '../frame/top-bar-state.ts';
import { Panel } from './panel.tsx';

/** The shell's own last resort. */
export function RouterError() {
  const { title, text, reload } = copy.routerError;
  return (
    <Frame bar={emptyTopBar}>
      <Panel sign="warning" title={title} text={text}>
        <Button onClick={() => location.reload()}>{reload}</Button>
      </Panel>
    </Frame>
  );
}
