import { Icon, type IconName } from '@funnel/ui/icon';
import { EmptyArt } from '@funnel/ui/status-art';
import type { ReactNode } from 'react';

import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** For a panel. Without one, as in an empty view, a drawing is shown. */
  readonly icon?: IconName;
  /** One sentence: what is missing, or that all is well. */
  readonly text: string;
  /** What to do about it. */
  readonly children?: ReactNode;
}

/** What a view or a panel shows instead of an empty list. */
export const EmptyState = ({ icon, text, children }: EmptyStateProps) => (
  <div className={styles[icon ? 'line' : 'empty']}>
    {icon ? (
      <span className={styles['icon']}>
        <Icon name={icon} size={20} />
      </span>
    ) : (
      <div className={styles['art']}>
        <EmptyArt />
      </div>
    )}
    <p className={styles['text']}>{text}</p>
    {children}
  </div>
);
