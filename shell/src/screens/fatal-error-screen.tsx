import { documentTitle } from '@funnel/contracts/brand';
import { Button } from '@funnel/ui/button';
import { FatalErrorArt } from '@funnel/ui/status-art';
import { useEffect, useRef } from 'react';

import { copy } from '../content/copy.ts';
import { Layout } from '../layout/layout.tsx';
import { StatusScreen } from '../layout/status-screen.tsx';
import { emptyTopBar } from '../layout/top-bar-state.ts';
import { focusHeading } from '../layout/use-heading.ts';

/** Shown when the shell itself fails, with a button that reloads the page. */
export function FatalErrorScreen() {
  const { title, text, reload } = copy.fatalError;
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = documentTitle(title);
    const heading = main.current?.querySelector('h1');
    if (heading) focusHeading(heading);
  }, [title]);
  return (
    <Layout bar={emptyTopBar} mainRef={main}>
      <StatusScreen image={<FatalErrorArt />} title={title} text={text}>
        <Button onClick={() => location.reload()}>{reload}</Button>
      </StatusScreen>
    </Layout>
  );
}
