import { stagePaths } from '@funnel/contracts/stage-paths';
import { Screen } from '@funnel/ui/screen';
import { useEffect, useLayoutEffect } from 'react';

import { copy } from '../content/copy.ts';
import { emptyTopBar, topBar } from '../frame/top-bar-state.ts';
import styles from './panels.module.css';

/** No remote of the release owns the path. Logged without its query, which may hold personal data. */
export function NotFound({ path }: { path: string }) {
  const { code, title, home, log } = copy.notFound;
  useLayoutEffect(() => topBar.set(emptyTopBar), []);
  useEffect(() => console.warn(log(path)), [path, log]);
  return (
    <Screen
      kicker={code}
      title={title}
      action={
        <a className={styles['action']} href={stagePaths.start}>
          {home}
        </a>
      }
    />
  );
}
