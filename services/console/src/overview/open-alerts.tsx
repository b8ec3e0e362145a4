import type { Alerts } from '@funnel/contracts/alerts';
import { Notice } from '@funnel/ui/notice';
import { Link } from 'react-router-dom';

import { isOpenAlert } from '../api/is-open-alert.ts';
import { copy } from '../content/copy.ts';
import styles from './overview.module.css';

/** How many alerts last, with a link to the view that lists them. */
export function OpenAlerts({ alerts }: Alerts) {
  const count = alerts.filter(isOpenAlert).length;
  if (count === 0) return null;
  return (
    <Notice tone="amber" icon="warning">
      <Link to="/history" className={styles['alerts']}>
        {copy.history.alerts.open(count)}
      </Link>
    </Notice>
  );
}
