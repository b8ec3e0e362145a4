import styles from './experiments.module.css';

interface DifferenceChartProps {
  readonly low: number;
  readonly high: number;
  /** The difference, of either sign, that is drawn at the edge of the chart. */
  readonly maxDifference: number;
}

/** An interval beside the line of no difference. Hidden from screen readers, which get its numbers. */
export function DifferenceChart({ low, high, maxDifference }: DifferenceChartProps) {
  const at = (share: number) => `${50 + (share / maxDifference) * 48}%`;
  return (
    <svg width="100%" height="12" aria-hidden="true" focusable="false" className={styles['difference']}>
      <line x1="50%" x2="50%" y1="0" y2="12" className={styles['zero']} />
      <line x1={at(low)} x2={at(high)} y1="6" y2="6" className={styles['interval']} />
    </svg>
  );
}
