import { Icon, type IconName } from '@funnel/ui/icon';
import type { ReactNode } from 'react';

import { Timestamp } from '../components/timestamp.tsx';
import smallText from '../components/small-text.module.css';
import styles from './history.module.css';

interface EntryProps {
  readonly action: string;
  readonly icon: IconName;
  readonly at: number;
  /** Shown beside the time. */
  readonly button?: ReactNode;
  readonly children: ReactNode;
}

/** One entry of a list of the history. */
export const Entry = ({ action, icon, at, button, children }: EntryProps) => (
  <li className={styles['entry']} data-action={action}>
    <span className={styles['icon']}>
      <Icon name={icon} size={16} />
    </span>
    <div className={styles['what']}>{children}</div>
    <div className={styles['side']}>
      <span className={smallText['muted']}>
        <Timestamp atMs={at} isAtEnd />
      </span>
      {button}
    </div>
  </li>
);
