import { guardrails, type CanaryReport, type SetAnalytics } from '@funnel/contracts/release-analytics';

import { DataTable } from '../components/data-table.tsx';
import { copy } from '../content/copy.ts';
import { formatCount, formatInstant, formatRevenue, formatShare } from '../content/format.ts';
import { adviceOf, describeDifference } from '../overview/canary-advice.tsx';

const { history: text, overview } = copy;

interface Metric {
  readonly title: string;
  readonly of: (analytics: SetAnalytics) => string;
  readonly difference: string;
}

/** How an ended canary compared with the stable set: what its last advice was, and the counts behind it. */
export function CanaryReportTable({ report }: { readonly report: CanaryReport }) {
  const { since, percent, stable, canary, comparison } = report;
  const metrics: readonly Metric[] = [
    { title: overview.visitors, of: ({ visitors }) => formatCount(visitors), difference: copy.noValue },
    ...guardrails.map((guardrail) => {
      const difference = comparison.differences.find((own) => own.guardrail === guardrail);
      return {
        title: overview[guardrail],
        of: (analytics: SetAnalytics) =>
          `${formatCount(analytics[guardrail].count)} (${formatShare(analytics[guardrail].share)})`,
        difference: difference ? describeDifference(difference) : copy.noValue,
      };
    }),
    { title: overview.revenue, of: ({ revenue }) => formatRevenue(revenue), difference: copy.noValue },
  ];
  return (
    <>
      <p>
        {overview.advice[adviceOf(comparison)]}. {text.reportSince(percent, formatInstant(since))}
      </p>
      <DataTable
        label={text.report}
        isNarrow
        columns={[
          { header: text.reportMetric, cell: ({ title }: Metric) => title },
          { header: copy.set.stable, kind: 'number', cell: ({ of }) => of(stable) },
          { header: copy.set.canary, kind: 'number', cell: ({ of }) => of(canary) },
          { header: text.reportDifference, cell: ({ difference }) => difference },
        ]}
        rows={metrics}
        keyOf={({ title }) => title}
      />
    </>
  );
}
