import { Icon, type IconName } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import type { ReactNode } from 'react';

import styles from './status-message.module.css';

interface StatusMessageProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One state of the success page: icon, title, text and actions. Screen readers announce a change of the text. */
export function StatusMessage({ icon, title, text, children }: StatusMessageProps) {
  return (
    <Screen align="center" title={title} sub={<output>{text}</output>} image={<StatusIcon name={icon} />}>
      <div className={styles['body']}>{children}</div>
    </Screen>
  );
}

function StatusIcon({ name }: { name: IconName }) {
  return (
    <div className={styles['icon']}>
      <Icon name={name} size={32} />
    </div>
  );
}
