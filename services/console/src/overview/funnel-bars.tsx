import { copy } from '../content/copy.ts';
import type { FunnelScreen } from './funnel.ts';
import styles from './funnel.module.css';

const barHeight = 6;
const gap = 3;

interface FunnelBarsProps {
  readonly screen: FunnelScreen;
  /** The visitors of the screen that most visitors saw, by set. Its bar has the full width. */
  readonly most: Readonly<Record<'stable' | 'canary', number>>;
}

/** A bar for the visitors of each set: the strong part went on, the faint part left. */
export function FunnelBars({ screen, most }: FunnelBarsProps) {
  const series = (['stable', 'canary'] as const).filter((key) => most[key] > 0);
  return (
    <svg
      width="100%"
      height={series.length * (barHeight + gap)}
      aria-hidden="true"
      className={styles['bars']}
    >
      {series.map((key, index) => {
        const counts = screen[key];
        if (!counts) return null;
        const width = (visitors: number) => `${(visitors / most[key]) * 100}%`;
        const bar = { height: barHeight, y: index * (barHeight + gap), rx: barHeight / 2 };
        return (
          <g key={key} className={styles[`${key}Bar`]}>
            <rect {...bar} width={width(counts.visitors)} className={styles['left']} />
            <rect {...bar} width={width(counts.continued?.count ?? counts.visitors)} />
          </g>
        );
      })}
    </svg>
  );
}

/** Which part of a bar is which. */
export const BarsLegend = () => (
  <span className={styles['legend']}>
    {(['continued', 'left'] as const).map((part) => (
      <span key={part}>
        <svg width="24" height={barHeight} aria-hidden="true" className={styles['stableBar']}>
          <rect width="24" height={barHeight} rx={barHeight / 2} className={styles[part]} />
        </svg>{' '}
        {copy.overview.funnel[part]}
      </span>
    ))}
  </span>
);
