import { Notice } from '@funnel/ui/notice';

import { copy } from '../content/copy.ts';
import { formatAge, formatClock } from '../content/format.ts';
import { consoleApi } from '../api/console-api.ts';
import { CompactButton } from './compact-button.tsx';
import styles from './parts.module.css';
import { stalenessOf, type Answered } from './staleness.ts';
import { useNow } from './use-now.ts';

const text = copy.failures;

/** Says how old it is what a view shows, where it could not be asked anew. */
export function StaleDataNotice({ queries }: { readonly queries: readonly Answered[] }) {
  const { refetch: askForSession } = consoleApi.useSessionQuery();
  const nowMs = useNow();
  const staleness = stalenessOf(queries);
  if (!staleness) return null;
  const { failure, sinceMs, isAll } = staleness;
  const age = (isAll ? text.stale : text.stalePart)(formatClock(sinceMs), formatAge(sinceMs, nowMs));
  const isSignedOut = failure.kind === 'signed-out';
  return (
    <Notice tone="amber">
      <div className={styles['stale']}>
        <p role="status">
          {[text.staleBecause[failure.kind], age, ...(isSignedOut ? [] : [text.staleAgain])].join(' ')}
        </p>
        {/* The dialog for it may have been closed, and opens anew once somebody asks who is signed in. */}
        {isSignedOut && (
          <CompactButton onClick={() => void askForSession()}>{copy.session.again}</CompactButton>
        )}
      </div>
    </Notice>
  );
}
