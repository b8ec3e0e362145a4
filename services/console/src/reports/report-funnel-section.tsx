import type { ReportQuery } from '@funnel/contracts/reports';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useSearchParams } from 'react-router-dom';

import { consoleApi, polling } from '../api/console-api.ts';
import { QueryFailure } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { comparePeriods, compareValues, comparisonOf } from './compare.ts';
import { ComparisonSelector } from './comparison-selector.tsx';
import { ReportFunnelPanel } from './report-funnel-panel.tsx';
import styles from './reports.module.css';

interface ReportFunnelSectionProps {
  readonly query: ReportQuery;
  /** The funnel of all visitors of the period. */
  readonly funnel: ReturnType<typeof consoleApi.useFunnelReportQuery>;
}

/** The funnel of a period, alone or compared as the URL says. */
export function ReportFunnelSection({ query, funnel }: ReportFunnelSectionProps) {
  const [parameters] = useSearchParams();
  const comparison = comparisonOf(parameters);
  const by = comparison === 'previous' ? null : comparison;
  const valuesQuery = consoleApi.useReportValuesQuery(by ? query : skipToken, polling);
  const { currentData: values } = valuesQuery;
  const period = funnel.currentData;
  const parts =
    (by
      ? values && compareValues(by, query, parameters, values)
      : comparison && period && comparePeriods(query, period)) ?? null;
  const one = consoleApi.useFunnelReportQuery(parts?.[0].query ?? query, polling);
  const other = consoleApi.useFunnelReportQuery(parts?.[1].query ?? skipToken, polling);
  return (
    <ReportFunnelPanel
      // The panel stays the same whatever is compared, so that the choice keeps the focus.
      queries={parts ? [one, other] : [one]}
      parts={parts ?? [{ label: copy.reports.funnel, query }]}
    >
      <ComparisonSelector values={values} parts={parts} />
      {by && values && !parts && <p className={styles['hint']}>{copy.reports.compare.tooFew}</p>}
      {by && !values && <QueryFailure query={valuesQuery} />}
    </ReportFunnelPanel>
  );
}
