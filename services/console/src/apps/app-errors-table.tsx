import type { AppReport } from '@funnel/contracts/release-management';

import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';
import { formatCount } from '../content/format.ts';
import styles from './apps.module.css';

const text = copy.apps;

type AppError = AppReport['errors'][number];

const columns: readonly Column<AppError>[] = [
  {
    header: text.error,
    cell: ({ detail }) => (
      // One line for each place of the stack.
      <span className={styles['stackTrace']}>{detail.replaceAll(' < /', '\n/') || text.noDetail}</span>
    ),
  },
  { header: text.version, cell: ({ version }) => version },
  { header: text.kind, cell: ({ kind }) => text.kinds[kind] },
  { header: text.pages, cell: ({ paths }) => paths.join(', ') },
  { header: text.affected, kind: 'number', cell: ({ visitors }) => formatCount(visitors) },
  { header: text.last, cell: ({ lastAt }) => <Timestamp atMs={lastAt} isAtEnd /> },
];

export const AppErrorsTable = ({ errors }: { readonly errors: readonly AppError[] }) => (
  <DataTable
    label={text.errors}
    columns={columns}
    rows={errors}
    empty={<EmptyState icon="check" text={text.noErrors} />}
    keyOf={({ version, kind, detail }) => `${version} ${kind} ${detail}`}
  />
);
