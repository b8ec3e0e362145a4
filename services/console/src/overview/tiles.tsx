import type { ReleaseAnalytics, SetAnalytics } from '@funnel/contracts/release-analytics';
import type { ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { formatCount, formatInterval, formatShare } from '../content/format.ts';
import type { RateComparison } from './comparison.ts';
import { IntervalChart } from './interval-chart.tsx';
import { SeriesMark } from './series-mark.tsx';
import styles from './tiles.module.css';

const text = copy.overview;

interface TileProps {
  readonly title: string;
  /** What the set has, as `dd` elements; null if it has nothing. */
  readonly of: (series: 'stable' | 'canary') => ReactNode;
  readonly children?: ReactNode;
}

const Tile = ({ title, of, children }: TileProps) => (
  <div className={styles['tile']}>
    <h3 className={styles['title']}>{title}</h3>
    <dl className={styles['values']}>
      {(['stable', 'canary'] as const).map((series) => {
        const values = of(series);
        return (
          values && (
            <div key={series}>
              <dt>
                <SeriesMark series={series} />
              </dt>
              {values}
            </div>
          )
        );
      })}
    </dl>
    {children}
  </div>
);

interface ValueTileProps {
  readonly title: string;
  readonly analytics: ReleaseAnalytics;
  readonly of: (analytics: SetAnalytics) => string;
}

/** One metric of each live set. */
export const ValueTile = ({ title, analytics, of }: ValueTileProps) => (
  <Tile title={title} of={(series) => analytics[series] && <dd>{of(analytics[series])}</dd>} />
);

interface RateTileProps {
  /** What is counted. */
  readonly hint: string;
  readonly rate: RateComparison;
  /** How the canary's rate differs, in words; null without a canary. */
  readonly difference: string | null;
}

/** One rate of each live set, with its interval as text and as a drawing, and whether the two differ. */
export const RateTile = ({ hint, rate, difference }: RateTileProps) => (
  <Tile
    title={rate.label}
    of={(series) => {
      const proportion = rate[series];
      return (
        proportion && (
          <>
            <dd>{formatShare(proportion.share)}</dd>
            <dd className={styles['detail']}>
              {text.of(formatCount(proportion.count), formatCount(proportion.of))},{' '}
              <span>{text.interval(formatInterval(proportion))}</span>
            </dd>
          </>
        )
      );
    }}
  >
    <IntervalChart rate={rate} />
    {difference && <p className={styles['difference']}>{difference}</p>}
    <p className={styles['hint']}>{hint}</p>
  </Tile>
);
