import type { FunnelReport, ReportQuery } from '@funnel/contracts/reports';
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { consoleApi } from '../api/console-api.ts';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { polling } from '../layout/polling.ts';
import { comparePeriods, compareValues, comparisonOf, type ComparedPart } from './compare.ts';
import { ComparisonSelector } from './comparison-selector.tsx';
import { ReportFunnelPanel } from './report-funnel-panel.tsx';

interface ReportFunnelSectionProps {
  readonly query: ReportQuery;
  /** The funnel of all visitors of the period. */
  readonly report: FunnelReport;
}

/** The funnel of a period, alone or compared as the address says. */
export function ReportFunnelSection({ query, report }: ReportFunnelSectionProps) {
  const [parameters] = useSearchParams();
  const comparison = comparisonOf(parameters);
  const by = comparison === 'previous' ? null : comparison;
  const { data: values } = consoleApi.useReportValuesQuery(by ? query : skipToken, polling);
  const compared = by
    ? values && compareValues(by, query, parameters, values)
    : comparison && comparePeriods(query, report);
  const parts = compared ?? null;
  const selector = <ComparisonSelector values={values} parts={parts} />;
  if (!parts)
    return (
      <ReportFunnelPanel reports={[report]} parts={[{ label: copy.reports.funnel, query }]}>
        {selector}
      </ReportFunnelPanel>
    );
  return <ComparedFunnels parts={parts}>{selector}</ComparedFunnels>;
}

interface ComparedFunnelsProps {
  readonly parts: readonly [ComparedPart, ComparedPart];
  readonly children: ReactNode;
}

function ComparedFunnels({ parts, children }: ComparedFunnelsProps) {
  const one = consoleApi.useFunnelReportQuery(parts[0].query, polling);
  const other = consoleApi.useFunnelReportQuery(parts[1].query, polling);
  return (
    <QueryContent query={one}>
      {(first) => (
        <QueryContent query={other}>
          {(second) => (
            <ReportFunnelPanel reports={[first, second]} parts={parts}>
              {children}
            </ReportFunnelPanel>
          )}
        </QueryContent>
      )}
    </QueryContent>
  );
}
