import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { SetChanges } from '../deployments/set-changes.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { consoleApi } from '../api/console-api.ts';
import styles from './history.module.css';

interface MoveChangesProps {
  readonly from: string | null;
  readonly to: string;
  /** Tells it from the others for those who listen. */
  readonly label: string;
}

/** What a move changed, fetched once somebody wants to know. */
export function DeploymentChanges({ from, to, label }: MoveChangesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary aria-label={label} className={styles['summary']}>
        {copy.history.changes}
      </summary>
      {isOpen && <Changes from={from} to={to} />}
    </details>
  );
}

function Changes({ from, to }: Omit<MoveChangesProps, 'label'>) {
  const before = consoleApi.useVerificationQuery(from ?? '', { skip: from === null });
  const after = consoleApi.useVerificationQuery(to);
  return (
    <QueryContent query={after}>
      {({ set }) =>
        from === null ? (
          <SetChanges from={{}} to={set.members} />
        ) : (
          <QueryContent query={before}>
            {(earlier) => <SetChanges from={earlier.set.members} to={set.members} />}
          </QueryContent>
        )
      }
    </QueryContent>
  );
}
