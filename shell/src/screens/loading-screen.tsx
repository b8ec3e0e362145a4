import { Spinner } from '@funnel/ui/spinner';

import { copy } from '../content/copy.ts';
import styles from './panels.module.css';

/** A remote is on its way. */
export function LoadingPanel() {
  return (
    <div aria-busy="true" className={styles['loading']}>
      <h1 className={styles['awaited']}>
        <Spinner tone="inherit">{copy.loading}</Spinner>
      </h1>
    </div>
  );
}
