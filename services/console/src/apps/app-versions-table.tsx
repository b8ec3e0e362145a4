import type { AppReport } from '@funnel/contracts/release-management';

import { DataTable, type Column } from '../components/data-table.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import smallText from '../components/small-text.module.css';
import { copy } from '../content/copy.ts';
import { formatBytes, formatCount, formatDay, formatShare } from '../content/format.ts';
import { SetBadge } from '../overview/series-mark.tsx';
import styles from './apps.module.css';

const text = copy.apps;

type Version = AppReport['versions'][number];

function Publisher({ publisher }: Pick<Version, 'publisher'>) {
  if (!publisher) return text.unknownPublisher;
  const { actor, source } = publisher;
  return (
    <>
      {actor}
      <span className={styles['hint']}>
        {source
          ? copy.history.source(source.repository, source.commit.slice(0, 12), source.run)
          : text.byToken}
      </span>
    </>
  );
}

/** A count with its part of all visitors. No value if there are none. */
const shareOf = (visitors: number, all: number) =>
  all === 0 ? null : text.share(formatCount(visitors), formatShare(visitors / all));

const columnsOf = ({ visitors: all }: AppReport): readonly Column<Version>[] => [
  {
    header: text.version,
    cell: ({ version, publishedAt }) => (
      <>
        <span className={styles['version']}>{version}</span>
        <span className={styles['hint']}>
          <Timestamp atMs={publishedAt} />
        </span>
      </>
    ),
  },
  {
    header: text.state,
    cell: ({ state, deprecation }) => (
      <>
        {state === 'live' || state === 'canary' ? (
          <SetBadge series={state === 'live' ? 'stable' : 'canary'} name={text.states[state]} />
        ) : (
          text.states[state]
        )}
        {deprecation !== null && (
          <span className={smallText['deprecation']}>{copy.versions.deprecation(deprecation)}</span>
        )}
      </>
    ),
  },
  { header: text.builtBy, cell: ({ publisher }) => <Publisher publisher={publisher} /> },
  { header: text.size, kind: 'number', cell: ({ bytes }) => formatBytes(bytes) },
  {
    header: text.contract,
    kind: 'number',
    cell: ({ contracts }) =>
      contracts.map(({ contract, acceptedUntil }) => (
        <span key={contract} className={styles['contract']}>
          {contract}
          {acceptedUntil !== null && (
            <span className={smallText['deprecation']}>{text.acceptedUntil(formatDay(acceptedUntil))}</span>
          )}
        </span>
      )),
  },
  { header: text.visitors, kind: 'number', cell: ({ visitors }) => shareOf(visitors, all) },
];

export const AppVersionsTable = ({ report }: { readonly report: AppReport }) => (
  <DataTable
    label={text.versions}
    columns={columnsOf(report)}
    rows={report.versions}
    keyOf={({ version }) => version}
  />
);
