import { Button } from '@funnel/ui/button';
import { FatalErrorArt } from '@funnel/ui/status-art';

import { copy } from '../content/copy.ts';
import { Layout } from '../layout/layout.tsx';
import { emptyTopBar } from '../layout/top-bar-state.ts';
import { StatusScreen } from './status-screen.tsx';

/** Shown when the shell itself fails, with a button that reloads the page. */
export function FatalErrorScreen() {
  const { title, text, reload } = copy.fatalError;
  return (
    <Layout bar={emptyTopBar}>
      <StatusScreen image={<FatalErrorArt />} title={title} text={text}>
        <Button onClick={() => location.reload()}>{reload}</Button>
      </StatusScreen>
    </Layout>
  );
}
