import { maxListedAlerts } from '@funnel/contracts/alerts';
import { maxAuditEntries, type ReleaseAudit, type ReleaseStatus } from '@funnel/contracts/release-management';
import { useState } from 'react';

import { consoleApi, polling } from '../api/console-api.ts';
import { CompactButton, ViewLink } from '../components/compact-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { formatCount } from '../content/format.ts';
import { RollBackDialog } from '../deployments/roll-back-dialog.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { DeploymentEntry } from './deployment-entry.tsx';
import styles from './history.module.css';
import { isRollbackTarget } from './rollback-target.ts';
import { TimelinePanel } from './timeline-panel.tsx';
import { VersionEntry } from './version-entry.tsx';

const text = copy.history;

export function HistoryPage() {
  const status = consoleApi.useStatusQuery(undefined, polling);
  const audit = consoleApi.useAuditQuery(undefined, polling);
  const alerts = consoleApi.useAlertHistoryQuery(undefined, polling);
  const timeline = consoleApi.useTimelineQuery(undefined, polling);
  const hasOpenAlerts = alerts.data?.alerts.some(({ endedAt }) => endedAt === null);
  const alertsPanel = <QueryContent query={alerts}>{(data) => <AlertsPanel {...data} />}</QueryContent>;
  return (
    <Page
      title={copy.views.history}
      intro={text.intro(formatCount(maxAuditEntries), formatCount(maxListedAlerts))}
      queries={[status, audit, alerts, timeline]}
    >
      {hasOpenAlerts && alertsPanel}
      <QueryContent query={timeline}>{(data) => <TimelinePanel {...data} />}</QueryContent>
      <Panel title={text.deployments}>
        <QueryContent query={status}>
          {(live) => (
            <QueryContent query={audit}>
              {({ deployments, numbers }) =>
                deployments.length === 0 ? (
                  <EmptyState text={text.empty}>
                    <ViewLink to="/versions">{copy.overview.toVersions}</ViewLink>
                  </EmptyState>
                ) : (
                  <Deployments deployments={deployments} numbers={numbers} live={live.set} />
                )
              }
            </QueryContent>
          )}
        </QueryContent>
      </Panel>
      <Panel title={text.versions}>
        <QueryContent query={audit}>
          {({ versions }) =>
            versions.length === 0 ? (
              <EmptyState text={text.noVersions} />
            ) : (
              <ol className={styles['list']}>
                {versions.map((entry) => (
                  <VersionEntry key={`${entry.at} ${entry.name} ${entry.version}`} {...entry} />
                ))}
              </ol>
            )
          }
        </QueryContent>
      </Panel>
      {!hasOpenAlerts && alertsPanel}
    </Page>
  );
}

interface DeploymentsProps {
  readonly deployments: ReleaseAudit['deployments'];
  readonly numbers: ReleaseAudit['numbers'];
  readonly live: ReleaseStatus['set'];
}

function Deployments({ deployments, numbers, live }: DeploymentsProps) {
  const [target, setTarget] = useState<string | null>(null);
  const canDeploy = useHasPermission('deploy');
  const liveId = live?.id ?? null;
  const newestOfLive = deployments.findIndex(({ to }) => to === liveId);
  return (
    <>
      <ol className={styles['list']}>
        {deployments.map((deployment, index) => (
          <DeploymentEntry
            key={deployment.at}
            deployment={deployment}
            numbers={numbers}
            isLive={index === newestOfLive}
          >
            {canDeploy && isRollbackTarget(deployments, index, liveId) && (
              <CompactButton
                aria-label={`${copy.deployments.rollBack.openTo} ${deployment.to}`}
                onClick={() => setTarget(deployment.to)}
              >
                {copy.deployments.rollBack.openTo}
              </CompactButton>
            )}
          </DeploymentEntry>
        ))}
      </ol>
      {target && <RollBackDialog to={target} onClose={() => setTarget(null)} />}
    </>
  );
}
