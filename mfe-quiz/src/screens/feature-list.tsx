import { Icon, type IconName } from '@funnel/ui/icon';

import styles from './screens.module.css';

interface PointsProps {
  readonly points: readonly { readonly icon: IconName; readonly text: string }[];
}

/** Short statements below each other, each with a sign. */
export function FeatureList({ points }: PointsProps) {
  return (
    <ul className={styles['points']}>
      {points.map(({ icon, text }) => (
        <li key={text} className={styles['point']}>
          <span className={styles['tile']}>
            <Icon name={icon} />
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
