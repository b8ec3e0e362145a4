import { copy } from '../content/copy.ts';
import { polling } from '../frame/polling.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { consoleApi } from '../service/console-api.ts';
import { FiguresPanel } from './figures-panel.tsx';
import { LivePanel } from './live-panel.tsx';

export function OverviewPage() {
  const status = consoleApi.useStatusQuery(undefined, polling);
  const figures = consoleApi.useFiguresQuery(undefined, polling);
  return (
    <Page title={copy.views.overview} queries={[status, figures]}>
      <Loaded query={status}>{(data) => <LivePanel status={data} />}</Loaded>
      <Loaded query={figures}>{(data) => <FiguresPanel figures={data} />}</Loaded>
    </Page>
  );
}
