import type { ReleaseAnalytics } from '@funnel/contracts/release-analytics';
import type { ReleaseStatus } from '@funnel/contracts/release-management';

import { polling, consoleApi } from '../api/console-api.ts';
import { ViewLink } from '../components/compact-button.tsx';
import { Page } from '../components/page.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { useHasPermission } from '../session/operator-context.tsx';
import { AnalyticsPanel } from './analytics-panel.tsx';
import { adviceOf } from './canary-advice.tsx';
import { CspPanel } from './csp-panel.tsx';
import { FunnelPanel } from './funnel-panel.tsx';
import { LivePanel } from './live-panel.tsx';
import { OpenAlerts } from './open-alerts.tsx';
import styles from './overview.module.css';
import { RepeatedPanel } from './repeated-panel.tsx';

/**
 * Returns the analytics if they are about the live sets, otherwise undefined. Status and analytics are fetched separately, so
 * these may still be about other sets, or an earlier canary of the same set.
 */
function liveAnalytics(
  { set, canary }: ReleaseStatus,
  analytics: ReleaseAnalytics,
): ReleaseAnalytics | undefined {
  const areSetsLive = analytics.stable?.setId === set?.id && analytics.canary?.setId === canary?.set.id;
  const isSinceStart = !canary || analytics.since === canary.startedAt;
  return areSetsLive && isSinceStart ? analytics : undefined;
}

const text = copy.overview;

export function OverviewPage() {
  const status = consoleApi.useStatusQuery(undefined, polling);
  const analytics = consoleApi.useAnalyticsQuery(undefined, polling);
  const violations = consoleApi.useCspViolationsQuery(undefined, polling);
  const alerts = consoleApi.useAlertHistoryQuery(undefined, polling);
  const loaded = analytics.currentData;
  // Until both queries are about the same sets, nothing is shown of the analytics.
  const ofLive = status.data && loaded ? liveAnalytics(status.data, loaded) : loaded;
  const canReadPersonalData = useHasPermission('read-personal-data');
  const canDeploy = useHasPermission('deploy');
  const live = status.data?.set;
  // The first set has no earlier one. If it has been promoted again since, the button names no target. A plan of another live set
  // is out of date.
  const rollback = consoleApi.useRollbackTargetQuery(undefined, {
    ...polling,
    skip: !canDeploy || !live || live.number === 1,
  });
  const rollbackTarget = rollback.data?.live.id === live?.id ? (rollback.data?.to.number ?? null) : null;
  return (
    <Page
      title={copy.views.overview}
      intro={text.intro}
      // While a canary runs, the main action is the advised one on the canary.
      action={
        canDeploy &&
        live &&
        !status.data?.canary && (
          <ViewLink to="/versions" tone="primary">
            {text.promote}
          </ViewLink>
        )
      }
      queries={[status, analytics, violations, alerts]}
    >
      {alerts.data && <OpenAlerts {...alerts.data} />}
      <QueryContent query={status} title={text.live}>
        {(data) => (
          <LivePanel
            status={data}
            advice={ofLive?.comparison ? adviceOf(ofLive.comparison) : undefined}
            rollbackTarget={rollbackTarget}
          />
        )}
      </QueryContent>
      <QueryContent query={{ ...analytics, currentData: ofLive }} title={text.analyticsOfStable}>
        {(data) => (
          <>
            <AnalyticsPanel analytics={data} />
            <FunnelPanel analytics={data} />
          </>
        )}
      </QueryContent>
      <div className={styles['pair']}>
        <QueryContent query={violations} title={text.csp.title}>
          {(data) => <CspPanel {...data} />}
        </QueryContent>
        {canReadPersonalData && <RepeatedPanel />}
      </div>
    </Page>
  );
}
