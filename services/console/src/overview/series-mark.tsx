import { SeriesShape } from '../components/series-shape.tsx';
import { copy } from '../content/copy.ts';
import styles from './overview.module.css';

interface SetShapeProps {
  readonly series: 'stable' | 'canary';
}

export const SetShape = ({ series }: SetShapeProps) => (
  <SeriesShape isSecond={series === 'canary'} className={styles[series]} />
);

export const SeriesMark = ({ series }: SetShapeProps) => (
  <span className={styles['mark']}>
    <SetShape series={series} />
    {copy.set[series]}
  </span>
);
