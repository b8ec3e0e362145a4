import { Art, type ArtName } from '@funnel/ui/art';

import styles from './screens.module.css';

/** A picture that gives way where height is scarce. */
export function QuizArt({ name }: { name: ArtName }) {
  return <Art name={name} className={styles['art']} />;
}
