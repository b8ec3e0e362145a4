import { Screen } from '@funnel/ui/screen';
import type { ReactNode } from 'react';

import styles from './status-message.module.css';

interface StatusMessageProps {
  readonly image: ReactNode;
  readonly title: string;
  readonly text: string;
  /** A line above the picture on wide windows. */
  readonly proof?: string;
  readonly children: ReactNode;
}

/** One state of the success page: picture, title, text and actions. Screen readers announce a change of the text while the state stays. */
export function StatusMessage({ image, title, text, proof, children }: StatusMessageProps) {
  return (
    <Screen width="frame" title={title} sub={<output>{text}</output>} scene={image} proof={proof}>
      <div className={styles['body']}>{children}</div>
    </Screen>
  );
}
