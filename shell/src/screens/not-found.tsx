import { stagePaths } from '@funnel/contracts/stage-paths';
import { ButtonLink } from '@funnel/ui/button';
import { NotFoundArt } from '@funnel/ui/status-art';
import { useEffect, useLayoutEffect } from 'react';

import { copy } from '../content/copy.ts';
import { StatusScreen } from '../layout/status-screen.tsx';
import { emptyTopBar, topBar } from '../layout/top-bar-state.ts';

/** Shown if no remote of the set owns the path. The path is logged without its query, which may contain personal data. */
export function NotFound({ path }: { path: string }) {
  const { code, title, text, home, log } = copy.notFound;
  useLayoutEffect(() => topBar.set(emptyTopBar), []);
  useEffect(() => console.warn(log(path)), [path, log]);
  return (
    <StatusScreen image={<NotFoundArt />} kicker={code} title={title} text={text}>
      <ButtonLink href={stagePaths.start}>{home}</ButtonLink>
    </StatusScreen>
  );
}
