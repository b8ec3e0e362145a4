import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

interface SpinnerProps {
  /** The text that says what is in progress. */
  readonly children: ReactNode;
  /** `inherit` takes the color of its container, such as a button, and is not announced as a status. */
  readonly tone?: 'brand' | 'inherit';
}

/** An animated ring with a text. */
export function Spinner({ children, tone = 'brand' }: SpinnerProps) {
  return (
    <span
      className={classNames(styles['spinner'], styles[tone])}
      role={tone === 'brand' ? 'status' : undefined}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" fill="none" strokeWidth="3" aria-hidden="true">
        <circle cx="12" cy="12" r="9" className={styles['track']} />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeLinecap="round" />
      </svg>
      <span>{children}</span>
    </span>
  );
}
