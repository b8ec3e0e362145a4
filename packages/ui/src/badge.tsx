import type { ReactNode } from 'react';

import styles from './badge.module.css';
import { classNames } from './class-names.ts';

interface BadgeProps {
  readonly tone?: 'highlight' | 'brand' | 'outline' | 'quiet';
  readonly children: ReactNode;
}

/** A short label beside a heading or on a card. */
export function Badge({ tone = 'highlight', children }: BadgeProps) {
  return <span className={classNames(styles['badge'], styles[tone])}>{children}</span>;
}
