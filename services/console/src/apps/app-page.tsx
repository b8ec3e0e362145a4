import { useParams } from 'react-router-dom';

import { consoleApi, polling } from '../api/console-api.ts';
import { ViewLink } from '../components/compact-button.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import smallText from '../components/small-text.module.css';
import { copy } from '../content/copy.ts';
import { formatCount } from '../content/format.ts';
import { AppErrorsTable } from './app-errors-table.tsx';
import { AppVersionsTable } from './app-versions-table.tsx';
import styles from './apps.module.css';

const text = copy.apps;

/** One app with its versions and their errors. What can be done with a version is in other views. */
export function AppPage() {
  const { name = '' } = useParams();
  const app = consoleApi.useAppQuery(name, polling);
  return (
    <Page
      title={name}
      intro={text.intro}
      queries={[app]}
      action={
        <div className={styles['actions']}>
          <ViewLink to="/versions">{text.compare}</ViewLink>
          <ViewLink to="/history">{text.history}</ViewLink>
        </div>
      }
    >
      <QueryContent query={app}>
        {(report) => (
          <>
            <Panel title={text.versions}>
              <p className={smallText['muted']}>{text.visitorsNote(formatCount(report.visitors))}</p>
              <AppVersionsTable report={report} />
            </Panel>
            <Panel title={text.errors}>
              <p className={smallText['muted']}>{text.errorsNote}</p>
              <AppErrorsTable errors={report.errors} />
            </Panel>
          </>
        )}
      </QueryContent>
    </Page>
  );
}
