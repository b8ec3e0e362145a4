import { Icon, type IconName } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import type { ReactNode } from 'react';

import styles from './status-screen.module.css';

interface StatusScreenProps {
  readonly icon: IconName;
  readonly kicker?: string;
  readonly title: string;
  readonly text: string;
  /** The visitor's next action, shown below the text. */
  readonly children: ReactNode;
}

/** A screen of the shell, for paths and errors for which no remote has one. */
export function StatusScreen({ icon, kicker, title, text, children }: StatusScreenProps) {
  const image = (
    <div className={styles['icon']}>
      <Icon name={icon} size={32} />
    </div>
  );
  return (
    <Screen align="center" image={image} kicker={kicker} title={title} sub={text}>
      {children}
    </Screen>
  );
}
