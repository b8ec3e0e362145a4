import { Spinner } from '@funnel/ui/spinner';

import { copy } from '../content/copy.ts';
import styles from './loading-screen.module.css';

/** Shown while a remote loads. */
export function LoadingScreen() {
  return (
    <div aria-busy="true" className={styles['loading']}>
      <h1 className={styles['loadingTitle']}>
        <Spinner tone="inherit">{copy.loading}</Spinner>
      </h1>
    </div>
  );
}
