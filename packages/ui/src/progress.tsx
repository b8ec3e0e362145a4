import type { ComponentProps } from 'react';

import { classNames } from './class-names.ts';
import styles from './progress.module.css';

interface ProgressProps extends Omit<ComponentProps<'progress'>, 'value' | 'max' | 'children'> {
  /** Percent, 0 to 100. */
  readonly value: number;
  readonly label: string;
}

/** A horizontal progress bar. `label` is its accessible name. */
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
