import type { CspViolations } from '@funnel/contracts/csp-violations';

import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';
import { formatCount } from '../content/format.ts';

const text = copy.overview.csp;

type Violation = CspViolations['violations'][number];

const columns = [
  { header: text.blocked, cell: ({ blocked }: Violation) => blocked },
  { header: text.directive, cell: ({ directive }: Violation) => directive },
  { header: text.count, kind: 'number', cell: ({ count }: Violation) => formatCount(count) },
  { header: text.last, cell: ({ lastAt }: Violation) => <Timestamp atMs={lastAt} isAtEnd /> },
] as const;

/** What the content security policy of the pages has blocked: a fault of ours, a browser extension, or an attack. */
export const CspPanel = ({ violations }: CspViolations) => (
  <Panel title={text.title}>
    <DataTable
      label={text.title}
      columns={columns}
      rows={violations}
      empty={<EmptyState icon="shield" text={text.none} />}
      keyOf={({ directive, blocked }) => `${directive} ${blocked}`}
    />
  </Panel>
);
