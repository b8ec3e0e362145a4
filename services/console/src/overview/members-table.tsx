import type { ReleaseSetRecord } from '@funnel/contracts/release-management';

import { DataTable } from '../components/data-table.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { copy } from '../content/copy.ts';
import styles from './live-panel.module.css';

const text = copy.set;

interface MembersTableProps {
  readonly stable: ReleaseSetRecord;
  readonly canary: ReleaseSetRecord | null;
}

/** The version of each app in the live sets, closed at first. */
export function MembersTable({ stable, canary }: MembersTableProps) {
  const names = [...new Set([...Object.keys(stable.members), ...Object.keys(canary?.members ?? {})])].sort();
  const versionIn = (set: ReleaseSetRecord) => (name: string) => set.members[name] ?? copy.none;
  return (
    <div className={styles['members']}>
      <Disclosure title={text.members}>
        <DataTable
          label={text.members}
          isNarrow
          rows={names}
          keyOf={(name) => name}
          columns={[
            { header: text.app, cell: (name) => name },
            { header: text.stable, cell: versionIn(stable) },
            ...(canary ? [{ header: text.canary, cell: versionIn(canary) }] : []),
          ]}
        />
      </Disclosure>
    </div>
  );
}
