import { useSearchParams } from 'react-router-dom';

import { consoleApi, polling } from '../api/console-api.ts';
import { Page } from '../components/page.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { AnswersPanel } from './answers-panel.tsx';
import { CohortsPanel } from './cohorts-panel.tsx';
import { MetricsPanel } from './metrics-panel.tsx';
import { PeriodSelector } from './period-selector.tsx';
import { ReportFunnelSection } from './report-funnel-section.tsx';
import { queryOf } from './report-url.ts';

export function ReportsPage() {
  const [parameters] = useSearchParams();
  const query = queryOf(parameters);
  const overview = consoleApi.useOverviewReportQuery(query, polling);
  const funnel = consoleApi.useFunnelReportQuery(query, polling);
  // It reads every lead of the period, so it is not polled.
  const answers = consoleApi.useAnswersReportQuery(query);
  const cohorts = consoleApi.useCohortsQuery(undefined, polling);
  // While another period is loaded, its dates are not known yet.
  const { from = '', to = '' } = (overview.isFetching ? overview.data : overview.currentData) ?? query;
  return (
    <Page
      title={copy.views.reports}
      intro={copy.reports.intro}
      queries={[overview, funnel, answers, cohorts]}
    >
      <PeriodSelector from={from} to={to} />
      <QueryContent query={overview}>
        {(report) => <MetricsPanel report={report} query={query} />}
      </QueryContent>
      <ReportFunnelSection query={query} funnel={funnel} />
      <QueryContent query={answers}>
        {(report) => <AnswersPanel report={report} query={query} />}
      </QueryContent>
      <QueryContent query={cohorts}>{(report) => <CohortsPanel report={report} />}</QueryContent>
    </Page>
  );
}
