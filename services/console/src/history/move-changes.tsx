import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { SetChanges } from '../moves/set-changes.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { consoleApi } from '../service/console-api.ts';
import styles from './history.module.css';

interface MoveChangesProps {
  readonly from: string | null;
  readonly to: string;
  /** Tells it from the others for those who listen. */
  readonly label: string;
}

/** What a move changed, fetched once somebody wants to know. */
export function MoveChanges({ from, to, label }: MoveChangesProps) {
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
    <Loaded query={after}>
      {({ set }) =>
        from === null ? (
          <SetChanges from={{}} to={set.members} />
        ) : (
          <Loaded query={before}>
            {(earlier) => <SetChanges from={earlier.set.members} to={set.members} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}
