import { formatDayOfYear } from '../content/format.ts';
import styles from './sparkline.module.css';

const width = 120;
const height = 32;
/** Room for half of the line. */
const inset = 2;

interface SparklineProps {
  /** One value a day. */
  readonly values: readonly number[];
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
}

/** The course of a number, from zero to its highest value. Hidden from screen readers, which read the table beside it. */
export function Sparkline({ values, from, to }: SparklineProps) {
  const highest = Math.max(...values);
  if (values.length < 2 || highest <= 0) return null;
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * width;
    const y = height - inset - (value / highest) * (height - 2 * inset);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <div aria-hidden="true">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={styles['sparkline']}>
        <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles['days']}>
        <span>{formatDayOfYear(from)}</span>
        <span>{formatDayOfYear(to)}</span>
      </p>
    </div>
  );
}
