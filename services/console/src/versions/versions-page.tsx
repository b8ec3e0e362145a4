import { Notice } from '@funnel/ui/notice';

import { copy } from '../content/copy.ts';
import { polling } from '../layout/polling.ts';
import { QueryContent } from '../components/query-content.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { consoleApi } from '../api/console-api.ts';
import { VersionRow } from './version-row.tsx';
import { groupVersions, type VersionGroup } from './version-groups.ts';
import styles from './versions.module.css';

const text = copy.versions;
/** Older versions are collapsed, unless they are live or the canary. */
const maxExpanded = 3;

export function VersionsPage() {
  const status = consoleApi.useStatusQuery(undefined, polling);
  const builds = consoleApi.useBuildsQuery(undefined, polling);
  const analytics = consoleApi.useVersionAnalyticsQuery(undefined, polling);
  return (
    <Page title={copy.views.versions} lead={text.lead} queries={[status, builds, analytics]}>
      <QueryContent query={status}>
        {(live) => (
          <>
            {live.canary && <Notice tone="info">{text.canaryRuns}</Notice>}
            <QueryContent query={builds}>
              {(published) =>
                groupVersions(published, live, analytics.data).map((group) => (
                  <Group key={group.name} group={group} canPromote={!live.canary} />
                ))
              }
            </QueryContent>
          </>
        )}
      </QueryContent>
    </Page>
  );
}

interface GroupProps {
  readonly group: VersionGroup;
  readonly canPromote: boolean;
}

function Group({ group: { name, versions, live }, canPromote }: GroupProps) {
  const recent = versions.filter(({ place }, index) => index < maxExpanded || place !== 'stored');
  const older = versions.filter((version) => !recent.includes(version));
  const rows = (listed: typeof versions) => (
    <ul className={styles['list']}>
      {listed.map((version) => (
        <VersionRow key={version.build.version} version={version} live={live} canPromote={canPromote} />
      ))}
    </ul>
  );
  return (
    <Panel title={name}>
      {rows(recent)}
      {older.length > 0 && (
        <details>
          <summary className={styles['older']}>{text.older(older.length)}</summary>
          {rows(older)}
        </details>
      )}
    </Panel>
  );
}
