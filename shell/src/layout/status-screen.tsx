import { Screen } from '@funnel/ui/screen';
import type { ReactNode } from 'react';

import styles from './status-screen.module.css';

interface StatusScreenProps {
  /** The drawing above the title. */
  readonly image: ReactNode;
  readonly kicker?: string;
  readonly title: string;
  readonly text: string;
  /** The visitor's next action, shown below the text. */
  readonly children: ReactNode;
}

/** A screen of the shell, for paths and errors for which no remote has one. */
export function StatusScreen({ image, kicker, title, text, children }: StatusScreenProps) {
  return (
    <Screen
      align="center"
      image={<div className={styles['art']}>{image}</div>}
      kicker={kicker}
      title={title}
      sub={text}
    >
      {children}
    </Screen>
  );
}
