import { Spinner } from '@funnel/ui/spinner';

import { copy } from '../content/copy.ts';
import styles from './panels.module.css';

/** A remote is on its way. */
export function LoadingPanel() {
  return (
    <div className={styles['loading']}>
      <Spinner>{copy.loading}</Spinner>
    </div>
  );
}
