import { copy } from '../content/copy.ts';
// The page contains the style of the layout, and none that only the build uses.
import styles from './layout.module.css';

/**
 * Prerendered into pages that have no first screen of a remote. It becomes visible if the app does not replace it in time, for
 * example because scripts are disabled.
 */
export const WaitingScreen = () => (
  <div className={styles['waiting']}>
    <p>{copy.loading}</p>
    <p>{copy.remoteError.text}</p>
  </div>
);
