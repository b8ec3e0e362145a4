import { currencySchema, formatMoney } from '@funnel/contracts/money';
import type { Cohorts } from '@funnel/contracts/reports';

import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { copy } from '../content/copy.ts';
import { formatCount } from '../content/format.ts';
import { ReportPanel } from './report-panel.tsx';
import { csvUrl } from './report-url.ts';

const text = copy.reports;

type Cohort = Cohorts['cohorts'][number];

const sum = (header: string, key: 'first' | 'renewal' | 'refund' | 'dispute'): Column<Cohort> => ({
  header,
  kind: 'number',
  cell: (cohort) => {
    const { count, amountMinor } = cohort[key];
    const currency = currencySchema.safeParse(cohort.currency).data;
    if (count === 0 || !currency) return null;
    return `${formatCount(count)}: ${formatMoney({ currency, amountMinor })}`;
  },
});

/** What each month's buyers have paid until now. */
export const CohortsPanel = ({ report }: { readonly report: Cohorts }) => (
  <ReportPanel title={text.cohorts} asOf={report.asOf} csv={csvUrl('cohorts')}>
    <DataTable
      label={text.cohorts}
      isNarrow
      columns={[
        { header: text.month, cell: ({ month, currency }) => `${month}, ${currency}` },
        sum(text.first, 'first'),
        sum(text.renewals, 'renewal'),
        sum(text.refunds, 'refund'),
        sum(text.disputes, 'dispute'),
        { header: text.churned, kind: 'number', cell: ({ churned }) => formatCount(churned) },
      ]}
      rows={report.cohorts.toReversed()}
      empty={<EmptyState icon="chart" text={text.noCohorts} />}
      keyOf={({ month, currency }) => `${month} ${currency}`}
    />
  </ReportPanel>
);
