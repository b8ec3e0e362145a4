import { formatAge, formatInstant } from '../content/format.ts';
import styles from './hint.module.css';
import { useNow } from './use-now.ts';

interface TimestampProps {
  readonly atMs: number;
  /** For a time at the right edge of its panel. */
  readonly isAtEnd?: boolean;
}

/** How long ago or how soon; on hover or focus also the date and time in the operator's time zone. */
export function Timestamp({ atMs, isAtEnd = false }: TimestampProps) {
  const nowMs = useNow();
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Without it the exact time would need a mouse.
      tabIndex={0}
      className={styles[isAtEnd ? 'hintAtEnd' : 'hint']}
    >
      {formatAge(atMs, nowMs)} <span className={styles['bubble']}>{formatInstant(atMs)}</span>
    </time>
  );
}
