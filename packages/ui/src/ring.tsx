import type { ReactNode } from 'react';

import styles from './ring.module.css';

interface RingProps {
  /** Percent. */
  readonly value: number;
  /** Stands in the middle. */
  readonly children?: ReactNode;
}

/** A round gauge for the eye; say the number in words beside or inside it. */
export function Ring({ value, children }: RingProps) {
  return (
    <div className={styles['ring']}>
      <svg viewBox="0 0 120 120" fill="none" strokeWidth="10" aria-hidden="true">
        <circle cx="60" cy="60" r="54" className={styles['track']} />
        {value > 0 && (
          <circle
            cx="60"
            cy="60"
            r="54"
            pathLength="100"
            strokeDasharray={`${value} 100`}
            strokeLinecap="round"
            transform="rotate(-90 60 60)"
            className={styles['arc']}
          />
        )}
      </svg>
      <div className={styles['middle']}>{children}</div>
    </div>
  );
}
