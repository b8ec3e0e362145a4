import { Badge } from '@funnel/ui/badge';

import styles from './overview.module.css';
import { SetShape } from './series-mark.tsx';

interface PlaceBadgeProps {
  readonly series: 'stable' | 'canary';
  readonly name: string;
}

/** Says that a version is live, or in the canary, in the color of its set. */
export const PlaceBadge = ({ series, name }: PlaceBadgeProps) => (
  <span className={series === 'canary' ? styles['canaryBadge'] : undefined}>
    <Badge tone="quiet">
      <SetShape series={series} />
      {name}
    </Badge>
  </span>
);
