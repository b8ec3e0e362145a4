import { Screen } from '@funnel/ui/screen';
import type { ReactNode } from 'react';

import styles from './status-message.module.css';

interface StatusMessageProps {
  readonly image: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One state of the success page: picture, title, text and actions. Screen readers announce a change of the text. */
export function StatusMessage({ image, title, text, children }: StatusMessageProps) {
  return (
    <Screen align="center" title={title} sub={<output>{text}</output>} image={image}>
      <div className={styles['body']}>{children}</div>
    </Screen>
  );
}
