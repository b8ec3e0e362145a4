import { copy } from '../content/copy.ts';
import styles from './overview.module.css';

interface SeriesProps {
  readonly series: 'stable' | 'canary';
}

/** Stable and canary differ in shape, so that color is not the only difference. */
export const SeriesShape = ({ series }: SeriesProps) => (
  <svg
    viewBox="0 0 12 12"
    width="12"
    height="12"
    aria-hidden="true"
    focusable="false"
    className={styles[series]}
  >
    {series === 'stable' ? <circle cx="6" cy="6" r="5" /> : <path d="M6 0l6 6-6 6-6-6z" />}
  </svg>
);

export const SeriesMark = ({ series }: SeriesProps) => (
  <span className={styles['mark']}>
    <SeriesShape series={series} />
    {copy.set[series]}
  </span>
);
