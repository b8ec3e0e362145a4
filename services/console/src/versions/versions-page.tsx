import { Notice } from '@funnel/ui/notice';

import { copy } from '../content/copy.ts';
import { polling } from '../frame/polling.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { consoleApi } from '../service/console-api.ts';
import { VersionRow } from './version-row.tsx';
import { groupVersions, type VersionGroup } from './version-groups.ts';
import styles from './versions.module.css';

const text = copy.versions;
/** Older ones are folded away, unless they are live. */
const shownAtOnce = 3;

export function VersionsPage() {
  const status = consoleApi.useStatusQuery(undefined, polling);
  const builds = consoleApi.useBuildsQuery(undefined, polling);
  const figures = consoleApi.useVersionFiguresQuery(undefined, polling);
  return (
    <Page title={copy.views.versions} lead={text.lead} queries={[status, builds, figures]}>
      <Loaded query={status}>
        {(live) => (
          <>
            {live.canary && <Notice tone="info">{text.canaryRuns}</Notice>}
            <Loaded query={builds}>
              {(published) =>
                groupVersions(published, live, figures.data).map((group) => (
                  <Group key={group.name} group={group} canPromote={!live.canary} />
                ))
              }
            </Loaded>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface GroupProps {
  readonly group: VersionGroup;
  readonly canPromote: boolean;
}

function Group({ group: { name, versions, live }, canPromote }: GroupProps) {
  const recent = versions.filter(({ place }, index) => index < shownAtOnce || place !== 'stored');
  const older = versions.filter((version) => !recent.includes(version));
  const rows = (shown: typeof versions) => (
    <ul className={styles['list']}>
      {shown.map((version) => (
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
