import { ArtStage } from '@funnel/ui/art/stage';
import { Screen } from '@funnel/ui/screen';
import { Spinner } from '@funnel/ui/spinner';

import { copy } from '../content/copy.ts';
import styles from './loading-screen.module.css';

/** Shown while a remote loads, in the shape of the screen to come: picture, heading and rows. */
export function LoadingScreen() {
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
