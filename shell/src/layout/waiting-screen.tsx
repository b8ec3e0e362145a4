import type { Locale } from '@funnel/contracts/content/locales';
import { ButtonLink } from '@funnel/ui/button';
import { RemoteErrorArt } from '@funnel/ui/status-art';

import { waitingTexts } from '../content/waiting-texts.ts';
// The page contains the styles of the shell, and none that only the build uses.
import styles from './layout.module.css';
import { StatusScreen } from './status-screen.tsx';

/**
 * Prerendered into pages that have no first screen of a remote. It becomes visible if the app does not replace it in time, for
 * example because scripts are disabled.
 */
export function WaitingScreen({ locale }: { readonly locale: Locale }) {
  const { title, text, again } = waitingTexts[locale];
  return (
    <div className={styles['waiting']} data-waiting>
      <StatusScreen image={<RemoteErrorArt />} title={title} text={text}>
        {/* An empty URL loads the page again, with its query. */}
        <ButtonLink href="">{again}</ButtonLink>
      </StatusScreen>
    </div>
  );
}
