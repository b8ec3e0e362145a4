import type { ReleaseAnalytics, SetAnalytics } from '@funnel/contracts/release-analytics';

import styles from './tiles.module.css';
import { SeriesMark } from './series-mark.tsx';

interface ValueTileProps {
  readonly title: string;
  readonly analytics: ReleaseAnalytics;
  readonly of: (analytics: SetAnalytics) => string;
}

/** One metric of each live set. */
export const ValueTile = ({ title, analytics, of }: ValueTileProps) => (
  <div className={styles['tile']}>
    <h3 className={styles['title']}>{title}</h3>
    <dl className={styles['values']}>
      {(['stable', 'canary'] as const).map((series) => {
        const set = analytics[series];
        return (
          set && (
            <div key={series}>
              <dt>
                <SeriesMark series={series} />
              </dt>
              <dd>{of(set)}</dd>
            </div>
          )
        );
      })}
    </dl>
  </div>
);
