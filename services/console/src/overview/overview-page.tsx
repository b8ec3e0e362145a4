import { copy } from '../content/copy.ts';
import { polling } from '../layout/polling.ts';
import { QueryContent } from '../components/query-content.tsx';
import { Page } from '../components/page.tsx';
import { consoleApi } from '../api/console-api.ts';
import { AnalyticsPanel } from './analytics-panel.tsx';
import { LivePanel } from './live-panel.tsx';

export function OverviewPage() {
  const status = consoleApi.useStatusQuery(undefined, polling);
  const analytics = consoleApi.useAnalyticsQuery(undefined, polling);
  return (
    <Page title={copy.views.overview} queries={[status, analytics]}>
      <QueryContent query={status}>{(data) => <LivePanel status={data} />}</QueryContent>
      <QueryContent query={analytics}>{(data) => <AnalyticsPanel analytics={data} />}</QueryContent>
    </Page>
  );
}
