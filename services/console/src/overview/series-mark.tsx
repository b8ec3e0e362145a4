import { Badge } from '@funnel/ui/badge';

import { SeriesShape } from '../components/series-shape.tsx';
import { copy } from '../content/copy.ts';
import styles from './overview.module.css';

interface SetBadgeProps {
  readonly series: 'stable' | 'canary';
  readonly name: string;
}

/** Says that a version is live, or in the canary, in the color of its set. */
export const SetBadge = ({ series, name }: SetBadgeProps) => (
  <span className={series === 'canary' ? styles['canaryBadge'] : undefined}>
    <Badge tone="quiet">
      <SetShape series={series} />
      {name}
    </Badge>
  </span>
);

interface SetShapeProps {
  readonly series: 'stable' | 'canary';
}

const SetShape = ({ series }: SetShapeProps) => (
  <SeriesShape isSecond={series === 'canary'} className={styles[series]} />
);

export const SeriesMark = ({ series }: SetShapeProps) => (
  <span className={styles['mark']}>
    <SetShape series={series} />
    {copy.set[series]}
  </span>
);
