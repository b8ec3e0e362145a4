import { ArtStage } from '@funnel/ui/art/stage';
import { Screen } from '@funnel/ui/screen';
import { Spinner } from '@funnel/ui/spinner';
import { useLayoutEffect } from 'react';

import { copy } from '../content/copy.ts';
import { emptyTopBar, topBar } from '../layout/top-bar-state.ts';
import styles from './loading-screen.module.css';

/** Shown while a remote loads, in the shape of the screen to come: picture, heading and rows. */
export function LoadingScreen() {
  useLayoutEffect(() => {
    // The offer hides the bar, because it has its own, which is gone by now.
    if (topBar.get().hidden) topBar.set(emptyTopBar);
  }, []);
  return (
    <div aria-busy="true">
      <Screen width="frame" scene={<ArtStage />} title={<Spinner tone="inherit">{copy.loading}</Spinner>}>
        <div aria-hidden="true" className={styles['rows']}>
          <span />
          <span />
          <span />
        </div>
      </Screen>
    </div>
  );
}
