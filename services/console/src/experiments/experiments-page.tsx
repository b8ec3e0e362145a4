import { consoleApi } from '../api/console-api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { polling } from '../layout/polling.ts';
import { ExperimentPanel } from './experiment-panel.tsx';

export function ExperimentsPage() {
  const experiments = consoleApi.useExperimentsQuery(undefined, polling);
  return (
    <Page title={copy.views.experiments} lead={copy.experiments.lead} queries={[experiments]}>
      <QueryContent query={experiments}>
        {(reports) =>
          reports.length === 0 ? (
            <EmptyState text={copy.experiments.empty} />
          ) : (
            reports.map((report) => <ExperimentPanel key={report.name} report={report} />)
          )
        }
      </QueryContent>
    </Page>
  );
}
