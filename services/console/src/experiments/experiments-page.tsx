import type { ExperimentDecisions, ExperimentReport } from '@funnel/contracts/experiment-reports';

import { consoleApi, polling } from '../api/console-api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import type { QueryResult } from '../components/query-result.ts';
import { copy } from '../content/copy.ts';
import { DecisionList } from './decision-list.tsx';
import { ExperimentPanel } from './experiment-panel.tsx';

const text = copy.experiments;

export function ExperimentsPage() {
  const experiments = consoleApi.useExperimentsQuery(undefined, polling);
  const decisions = consoleApi.useExperimentDecisionsQuery(undefined, polling);
  return (
    <Page title={copy.views.experiments} intro={text.intro} queries={[experiments, decisions]}>
      <QueryContent query={experiments}>
        {(reports) => (
          <>
            {reports.length === 0 && <EmptyState text={text.empty} />}
            {reports.map((report) => (
              <ExperimentPanel key={report.name} report={report} />
            ))}
            <PastDecisions reports={reports} query={decisions} />
          </>
        )}
      </QueryContent>
    </Page>
  );
}

interface PastDecisionsProps {
  readonly reports: readonly ExperimentReport[];
  readonly query: QueryResult<ExperimentDecisions>;
}

/** The decisions about experiments that have no panel of their own any more. Nothing is shown until there are some. */
function PastDecisions({ reports, query }: PastDecisionsProps) {
  const past = query.currentData?.filter(
    ({ experiment }) => !reports.some(({ name }) => name === experiment),
  );
  if (past ? past.length === 0 : !query.error) return null;
  return (
    <Panel title={text.pastDecisions}>
      <QueryContent query={query}>{() => <DecisionList decisions={past ?? []} />}</QueryContent>
    </Panel>
  );
}
