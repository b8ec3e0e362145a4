import { copy } from '../content/copy.ts';
import { formatClock, formatInstant } from '../content/format.ts';
import smallText from './small-text.module.css';
import { useNow } from './use-now.ts';

const halfDayMs = 12 * 3_600_000;

/** The time up to which the numbers of a panel are counted; with its date if it may be another day's. */
export function AsOf({ atMs }: { readonly atMs: number }) {
  const isRecent = useNow() - atMs < halfDayMs;
  return (
    <p className={smallText['muted']}>
      <time dateTime={new Date(atMs).toISOString()}>
        {copy.asOf((isRecent ? formatClock : formatInstant)(atMs))}
      </time>
    </p>
  );
}
