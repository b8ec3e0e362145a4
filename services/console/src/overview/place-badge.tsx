import { Badge } from '@funnel/ui/badge';

import { SetShape } from './series-mark.tsx';

interface PlaceBadgeProps {
  readonly series: 'stable' | 'canary';
  readonly name: string;
}

/** Says that a version is live, or in the canary. */
export const PlaceBadge = ({ series, name }: PlaceBadgeProps) => (
  <Badge tone="quiet">
    <SetShape series={series} />
    {name}
  </Badge>
);
