import type { ExperimentDecisions, ExperimentReport } from '@funnel/contracts/experiment-reports';

import { consoleApi } from '../api/console-api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { polling } from '../layout/polling.ts';
import { DecisionList } from './decision-list.tsx';
import { ExperimentPanel } from './experiment-panel.tsx';
import styles from './experiments.module.css';

const text = copy.experiments;

export function ExperimentsPage() {
  const experiments = consoleApi.useExperimentsQuery(undefined, polling);
  const decisions = consoleApi.useExperimentDecisionsQuery(undefined, polling);
  return (
    <Page title={copy.views.experiments} lead={text.lead} queries={[experiments, decisions]}>
      <QueryContent query={experiments}>
        {(reports) => (
          <>
            {reports.length === 0 && <EmptyState text={text.empty} />}
            {reports.map((report) => (
              <ExperimentPanel key={report.name} report={report} />
            ))}
            <QueryContent query={decisions}>
              {(all) => <EarlierDecisions reports={reports} decisions={all} />}
            </QueryContent>
          </>
        )}
      </QueryContent>
    </Page>
  );
}

interface EarlierDecisionsProps {
  readonly reports: readonly ExperimentReport[];
  readonly decisions: ExperimentDecisions;
}

/** The decisions about experiments that have no panel of their own any more. */
function EarlierDecisions({ reports, decisions }: EarlierDecisionsProps) {
  const earlier = decisions.filter(({ experiment }) => !reports.some(({ name }) => name === experiment));
  if (earlier.length === 0) return null;
  return (
    <Panel title={text.earlierDecisions}>
      <p className={styles['quiet']}>{text.earlierDecisionsLead}</p>
      <DecisionList decisions={earlier} />
    </Panel>
  );
}
