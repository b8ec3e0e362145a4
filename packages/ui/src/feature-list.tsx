import { classNames } from './class-names.ts';
import styles from './feature-list.module.css';
import { Icon, type IconName } from './icon.tsx';

export interface Feature {
  readonly icon: IconName;
  readonly text: string;
}

interface FeatureListProps {
  readonly features: readonly Feature[];
  /** Puts all rows into one card, so that they do not look like buttons. */
  readonly card?: boolean;
}

/** A list of short statements, each with an icon. */
export function FeatureList({ features, card = false }: FeatureListProps) {
  return (
    <ul className={classNames(styles['list'], card && styles['card'])}>
      {features.map(({ icon, text }) => (
        <li key={text} className={styles['feature']}>
          <span className={styles['tile']}>
            <Icon name={icon} />
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
