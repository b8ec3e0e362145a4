import { useState } from 'react';
import { Link } from 'react-router-dom';

import { CompactButton } from '../components/compact-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import smallText from '../components/small-text.module.css';
import { copy } from '../content/copy.ts';
import { formatBytes, formatCount, formatRevenue } from '../content/format.ts';
import { SetBadge } from '../overview/series-mark.tsx';
import { VersionActions, VersionDialog, type VersionAction } from './version-actions.tsx';
import { describeDifferences, type Build, type Version, type VersionGroup } from './version-groups.ts';
import styles from './versions.module.css';

const text = copy.versions;
/** Older versions are hidden, unless they are live or the canary. */
const maxExpanded = 3;

interface Row extends Version {
  readonly live: Build | null;
}

/** A number of visitors; no value if no visitor has had the version. */
const counts = (['visitors', 'failures', 'leads', 'purchases'] as const).map((key): Column<Row> => ({
  header: text[key],
  kind: 'number',
  cell: ({ analytics }) => (analytics ? formatCount(analytics[key]) : null),
}));

const columnsWith = (
  unavailable: string | null,
  onOpen: (action: VersionAction) => void,
): readonly Column<Row>[] => [
  {
    header: text.version,
    cell: ({ build, state }) => (
      <>
        <span className={styles['version']}>
          {build.version}
          {state === 'live' && <SetBadge series="stable" name={text.live} />}
          {state === 'canary' && <SetBadge series="canary" name={text.canary} />}
        </span>
        {build.deprecation !== null && (
          <span className={smallText['deprecation']}>{text.deprecation(build.deprecation)}</span>
        )}
        <span className={styles['hint']}>
          <Timestamp atMs={build.publishedAt} />
        </span>
      </>
    ),
  },
  {
    header: text.contents,
    cell: ({ build }) => (
      <>
        <span className={styles['size']}>{formatBytes(build.bytes)}</span>
        <span className={styles['hint']}>
          {text.contract(build.contracts.join(', '), build.paths.length)}
        </span>
      </>
    ),
  },
  {
    header: text.comparedToLive,
    cell: ({ build, live, state }) => (live && state !== 'live' ? describeDifferences(build, live) : null),
  },
  ...counts,
  {
    header: text.revenue,
    kind: 'number',
    cell: ({ analytics }) => (analytics?.revenue.length ? formatRevenue(analytics.revenue) : null),
  },
  {
    header: text.actions,
    kind: 'actions',
    cell: ({ build, state }) => (
      <VersionActions
        name={build.name}
        version={build.version}
        state={state}
        unavailable={unavailable}
        onOpen={onOpen}
      />
    ),
  },
];

interface VersionsTableProps {
  readonly groups: readonly VersionGroup[];
  /** Why no version can be promoted now; null if one can. */
  readonly unavailable: string | null;
}

/** Every version in one table, grouped by app. */
export function VersionsTable({ groups, unavailable }: VersionsTableProps) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  // The dialog is not in the row of its version, because newer versions may hide the row meanwhile.
  const [opened, setOpened] = useState<VersionAction | null>(null);

  function toggle(name: string) {
    const next = new Set(expanded);
    if (!next.delete(name)) next.add(name);
    setExpanded(next);
  }

  return (
    <>
      <DataTable
        label={copy.views.versions}
        columns={columnsWith(unavailable, setOpened)}
        empty={<EmptyState text={text.empty} />}
        keyOf={({ build }) => build.version}
        groups={groups.map(({ name, versions, live }) => {
          const recent = versions.filter(({ state }, index) => index < maxExpanded || state !== 'stored');
          const older = versions.length - recent.length;
          const isExpanded = expanded.has(name);
          const shown = isExpanded ? versions : recent;
          const toggleText = isExpanded ? text.hideOlder : text.older(older);
          return {
            key: name,
            title: (
              <Link to={`/apps/${name}`} className={styles['app']}>
                {name}
              </Link>
            ),
            rows: shown.map((version) => ({ ...version, live })),
            footer: older > 0 && (
              <CompactButton
                tone="quiet"
                aria-expanded={isExpanded}
                aria-label={text.olderOf(toggleText, name)}
                onClick={() => toggle(name)}
              >
                {toggleText}
              </CompactButton>
            ),
          };
        })}
      />
      {opened && <VersionDialog {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}
