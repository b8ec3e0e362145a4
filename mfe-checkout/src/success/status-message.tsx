import { Icon, type IconName } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import type { ReactNode } from 'react';

import styles from './status-message.module.css';

interface OutcomeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One state of the page after payment: a sign, what it is, what it means, what to do. Read out when it changes. */
export function StatusMessage({ icon, title, text, children }: OutcomeProps) {
  return (
    <Screen align="center" title={title} sub={<output>{text}</output>} image={<Sign name={icon} />}>
      <div className={styles['body']}>{children}</div>
    </Screen>
  );
}

function Sign({ name }: { name: IconName }) {
  return (
    <div className={styles['sign']}>
      <Icon name={name} size={32} />
    </div>
  );
}
