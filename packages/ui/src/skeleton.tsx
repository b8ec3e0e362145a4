import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** `block` fills the box that it stands in. */
  readonly shape?: 'line' | 'block';
  readonly className?: string;
}

/** The room of something on its way. Say in words beside it what is awaited. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles['skeleton'], styles[shape], className)} />;
}
