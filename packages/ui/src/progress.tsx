import type { ComponentProps } from 'react';

import { classNames } from './class-names.ts';
import styles from './progress.module.css';

interface ProgressProps extends Omit<ComponentProps<'progress'>, 'value' | 'max' | 'children'> {
  /** Percent. */
  readonly value: number;
  readonly label: string;
}

export function Progress({ value, label, className, ...props }: ProgressProps) {
  return (
    <progress
      {...props}
      value={value}
      max={100}
      aria-label={label}
      className={classNames(styles['progress'], className)}
    />
  );
}
