import type { Alert, Alerts } from '@funnel/contracts/alerts';

import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';

const text = copy.history.alerts;

const columns = [
  {
    header: text.about,
    cell: ({ kind, subject }: Alert) => (
      <>
        <strong>{text.kinds[kind]}</strong> <p>{subject}</p>
      </>
    ),
  },
  { header: text.summary, cell: ({ summary }: Alert) => summary },
  { header: text.began, cell: ({ beganAt }: Alert) => <Timestamp atMs={beganAt} /> },
  {
    header: text.ended,
    cell: ({ endedAt }: Alert) => (endedAt === null ? text.lasts : <Timestamp atMs={endedAt} />),
  },
  { header: text.runbook, cell: ({ runbook }: Alert) => runbook },
] as const;

/** What operators had to know: alerts that last, then those that have ended. */
export const AlertsPanel = ({ alerts }: Alerts) => (
  <Panel title={text.title}>
    <DataTable
      label={text.title}
      columns={columns}
      rows={alerts}
      empty={<EmptyState icon="shield" text={text.none} />}
      keyOf={({ id }) => id}
    />
  </Panel>
);
