import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** `block` fills its container. */
  readonly shape?: 'line' | 'block';
  readonly className?: string;
}

/** A placeholder for content that loads. It is hidden from screen readers, so a text must say what loads. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles['skeleton'], styles[shape], className)} />;
}
