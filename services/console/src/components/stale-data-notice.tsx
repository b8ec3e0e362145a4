import { Notice } from '@funnel/ui/notice';

import { consoleApi } from '../api/console-api.ts';
import { copy } from '../content/copy.ts';
import { formatAge, formatClock } from '../content/format.ts';
import { CompactButton } from './compact-button.tsx';
import styles from './notices.module.css';
import type { QueryResult } from './query-result.ts';
import { stalenessOf } from './staleness.ts';
import { useNow } from './use-now.ts';

const text = copy.failures;

/** Shows how old the data of a view is, if it could not be fetched again. */
export function StaleDataNotice({ queries }: { readonly queries: readonly QueryResult<unknown>[] }) {
  const { refetch: fetchSession } = consoleApi.useSessionQuery();
  const nowMs = useNow();
  const staleness = stalenessOf(queries);
  if (!staleness) return null;
  const { failure, sinceMs, isAll } = staleness;
  const age = (isAll ? text.stale : text.stalePart)(formatClock(sinceMs), formatAge(sinceMs, nowMs));
  const isSignedOut = failure.kind === 'signed-out';
  return (
    <Notice tone="amber">
      <div className={styles['message']}>
        <p role="status">
          {[text.staleBecause[failure.kind], age, ...(isSignedOut ? [] : [text.staleAgain])].join(' ')}
        </p>
        {/* Fetching the session reopens the sign-in dialog if it was closed. */}
        {isSignedOut && (
          <CompactButton onClick={() => void fetchSession()}>{copy.session.again}</CompactButton>
        )}
      </div>
    </Notice>
  );
}
