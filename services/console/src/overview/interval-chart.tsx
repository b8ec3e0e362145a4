import { formatPercent } from '../content/format.ts';
import { domainOf, type RateComparison } from './comparison.ts';
import styles from './tiles.module.css';

const rowHeight = 16;

/** A mark for each set's rate and a line for its interval. Hidden from screen readers, which get the numbers beside it. */
export function IntervalChart({ rate }: { readonly rate: RateComparison }) {
  const [low, high] = domainOf(rate);
  const at = (share: number) => `${((share - low) / (high - low)) * 100}%`;
  const series = (['stable', 'canary'] as const).flatMap((key) => {
    const proportion = rate[key];
    return proportion ? [{ key, proportion }] : [];
  });
  return (
    <div aria-hidden="true" className={styles['chart']}>
      <svg width="100%" height={series.length * rowHeight} className={styles['drawing']}>
        {series.map(({ key, proportion }, index) => {
          const y = (index + 0.5) * rowHeight;
          return (
            <g key={key} className={styles[key]}>
              <line x1={at(proportion.low)} x2={at(proportion.high)} y1={y} y2={y} />
              {/* A nested drawing, because a path cannot have its position in percent. */}
              <svg x={at(proportion.share)} y={y} className={styles['drawing']}>
                {key === 'stable' ? <circle r="5" /> : <path d="M0-6 6 0 0 6-6 0z" />}
              </svg>
            </g>
          );
        })}
      </svg>
      <div className={styles['axis']}>
        <span>{formatPercent(low)}</span>
        <span>{formatPercent(high)}</span>
      </div>
    </div>
  );
}
