import { Icon, type IconName } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import type { ReactNode } from 'react';

import styles from './panels.module.css';

interface PanelProps {
  readonly icon: IconName;
  readonly kicker?: string;
  readonly title: string;
  readonly text: string;
  /** What the visitor can do; stands right below the words. */
  readonly children: ReactNode;
}

/** A screen of the shell's own, for when there is none to show. */
export function StatusScreen({ icon, kicker, title, text, children }: PanelProps) {
  const image = (
    <div className={styles['sign']}>
      <Icon name={icon} size={32} />
    </div>
  );
  return (
    <Screen align="center" image={image} kicker={kicker} title={title} sub={text}>
      {children}
    </Screen>
  );
}
