import type { ReleaseAudit, ReleaseStatus } from '@funnel/contracts/release-management';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import { polling } from '../layout/polling.ts';
import { RollBackDialog } from '../deployments/roll-back-dialog.tsx';
import { CompactButton } from '../components/compact-button.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { consoleApi } from '../api/console-api.ts';
import { useHasPermission } from '../session/operator-context.tsx';
import styles from './history.module.css';
import { DeploymentChanges } from './deployment-changes.tsx';
import { isRollbackTarget } from './rollback-target.ts';

const text = copy.history;

export function HistoryPage() {
  const status = consoleApi.useStatusQuery(undefined, polling);
  const audit = consoleApi.useAuditQuery(undefined, polling);
  return (
    <Page title={copy.views.history} lead={text.lead} queries={[status, audit]}>
      <QueryContent query={status}>
        {(live) => (
          <QueryContent query={audit}>
            {({ deployments }) => <Deployments deployments={deployments} live={live.set} />}
          </QueryContent>
        )}
      </QueryContent>
    </Page>
  );
}

type Deployments = ReleaseAudit['deployments'];

function Deployments({
  deployments,
  live,
}: {
  readonly deployments: Deployments;
  readonly live: ReleaseStatus['set'];
}) {
  const [target, setTarget] = useState<string | null>(null);
  const canDeploy = useHasPermission('deploy');
  if (deployments.length === 0) return <p>{text.empty}</p>;
  return (
    <Panel title={text.deployments}>
      <ol className={styles['list']}>
        {deployments.map((deployment, index) => (
          <li key={deployment.at} className={styles['move']}>
            <p className={styles['when']}>
              <Timestamp atMs={deployment.at} />
            </p>
            <div className={styles['what']}>
              <p>
                <strong>{deployment.actor === 'self-healing' ? text.autoRollback : deployment.actor}</strong>{' '}
                {text.actions[deployment.action]}
                {deployment.percent !== null && ` ${text.at(deployment.percent)}`}
              </p>
              <p className={styles['sets']}>
                {deployment.from === null
                  ? text.to(deployment.to)
                  : text.fromTo(deployment.from, deployment.to)}
              </p>
              {deployment.note && <p className={styles['note']}>{deployment.note}</p>}
              <DeploymentChanges
                from={deployment.from}
                to={deployment.to}
                label={text.changesOf(formatInstant(deployment.at))}
              />
            </div>
            <div className={styles['action']}>
              {canDeploy && isRollbackTarget(deployments, index, live?.id ?? null) && (
                <CompactButton
                  aria-label={`${copy.deployments.rollBack.openTo} ${deployment.to}`}
                  onClick={() => setTarget(deployment.to)}
                >
                  {copy.deployments.rollBack.openTo}
                </CompactButton>
              )}
            </div>
          </li>
        ))}
      </ol>
      {target && <RollBackDialog to={target} onClose={() => setTarget(null)} />}
    </Panel>
  );
}
