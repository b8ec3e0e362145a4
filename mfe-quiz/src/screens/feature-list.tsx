import { Icon, type IconName } from '@funnel/ui/icon';

import styles from './screens.module.css';

interface FeatureListProps {
  readonly points: readonly { readonly icon: IconName; readonly text: string }[];
}

/** A list of short statements, each with an icon. */
export function FeatureList({ points }: FeatureListProps) {
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
