import { Icon, type IconName } from '@funnel/ui/icon';
import { EmptyArt } from '@funnel/ui/status-art';
import { useId, type ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { formatClock, formatInstant } from '../content/format.ts';
import empty from './empty-state.module.css';
import styles from './parts.module.css';
import { useNow } from './use-now.ts';

interface PanelProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page with its heading. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['panel']}>
      <div className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {aside && <div className={styles['aside']}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}

const halfDayMs = 12 * 3_600_000;

/** The time up to which the numbers of a panel are counted; with its date if it may be another day's. */
export function AsOf({ atMs }: { readonly atMs: number }) {
  const isRecent = useNow() - atMs < halfDayMs;
  return (
    <p className={styles['quiet']}>
      <time dateTime={new Date(atMs).toISOString()}>
        {copy.asOf((isRecent ? formatClock : formatInstant)(atMs))}
      </time>
    </p>
  );
}

interface EmptyStateProps {
  /** For a panel. Without one, as in an empty view, a drawing is shown. */
  readonly icon?: IconName;
  /** One sentence: what is missing, or that all is well. */
  readonly text: string;
  /** What to do about it. */
  readonly children?: ReactNode;
}

/** What a view or a panel shows instead of an empty list. */
export const EmptyState = ({ icon, text, children }: EmptyStateProps) => (
  <div className={empty[icon ? 'line' : 'empty']}>
    {icon ? (
      <span className={empty['icon']}>
        <Icon name={icon} size={20} />
      </span>
    ) : (
      <div className={empty['art']}>
        <EmptyArt />
      </div>
    )}
    <p className={empty['text']}>{text}</p>
    {children}
  </div>
);
