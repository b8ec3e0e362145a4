import { copy } from '../content/copy.ts';
import { formatCount, formatInterval, formatShare } from '../content/format.ts';
import type { RateComparison } from './comparison.ts';
import styles from './tiles.module.css';
import { IntervalChart } from './interval-chart.tsx';
import { SeriesMark } from './series-mark.tsx';

const text = copy.overview;

interface RateTileProps {
  /** What is counted. */
  readonly hint: string;
  readonly rate: RateComparison;
  /** How the canary's rate differs, in words; null without a canary. */
  readonly difference: string | null;
}

/** One rate of each live set, with its interval as text and as a drawing, and whether the two differ. */
export function RateTile({ hint, rate, difference }: RateTileProps) {
  return (
    <div className={styles['tile']}>
      <h3 className={styles['title']}>{rate.label}</h3>
      <dl className={styles['values']}>
        {(['stable', 'canary'] as const).map((series) => {
          const proportion = rate[series];
          return (
            proportion && (
              <div key={series}>
                <dt>
                  <SeriesMark series={series} />
                </dt>
                <dd>{formatShare(proportion.share)}</dd>
                <dd className={styles['detail']}>
                  {text.of(formatCount(proportion.count), formatCount(proportion.of))},{' '}
                  <span>{text.interval(formatInterval(proportion))}</span>
                </dd>
              </div>
            )
          );
        })}
      </dl>
      <IntervalChart rate={rate} />
      {difference && <p className={styles['difference']}>{difference}</p>}
      <p className={styles['hint']}>{hint}</p>
    </div>
  );
}
