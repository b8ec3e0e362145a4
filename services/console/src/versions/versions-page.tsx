import type { ReleaseStatus } from '@funnel/contracts/release-management';
import { Notice } from '@funnel/ui/notice';

import { polling, consoleApi } from '../api/console-api.ts';
import { NoticeLink } from '../components/notice-link.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { groupVersions } from './version-groups.ts';
import { VersionsTable } from './versions-table.tsx';

const text = copy.versions;

/** Why no version can be promoted now; null if one can. */
function whyUnavailable({ set, canary }: ReleaseStatus): string | null {
  if (!set) return text.firstSet;
  return canary ? Object.values(text.canaryRuns).join(' ') : null;
}

export function VersionsPage() {
  const status = consoleApi.useStatusQuery(undefined, polling);
  const builds = consoleApi.useBuildsQuery(undefined, polling);
  const analytics = consoleApi.useVersionAnalyticsQuery(undefined, polling);
  return (
    <Page title={copy.views.versions} intro={text.intro} queries={[status, builds, analytics]}>
      {status.data?.canary && <CanaryNotice />}
      <Panel title={text.published}>
        <QueryContent query={status}>
          {(live) => (
            <QueryContent query={builds}>
              {(published) => (
                <VersionsTable
                  groups={groupVersions(published, live, analytics.data)}
                  unavailable={whyUnavailable(live)}
                />
              )}
            </QueryContent>
          )}
        </QueryContent>
      </Panel>
    </Page>
  );
}

function CanaryNotice() {
  const { before, link, after } = text.canaryRuns;
  return (
    <Notice tone="info">
      {before} <NoticeLink to="/">{link}</NoticeLink> {after}
    </Notice>
  );
}
