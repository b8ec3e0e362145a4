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
        {deployments.map((move, index) => (
          <li key={move.at} className={styles['move']}>
            <p className={styles['when']}>
              <Timestamp atMs={move.at} />
            </p>
            <div className={styles['what']}>
              <p>
                <strong>{move.actor === 'self-healing' ? text.itself : move.actor}</strong>{' '}
                {text.actions[move.action]}
                {move.percent !== null && ` ${text.at(move.percent)}`}
              </p>
              <p className={styles['sets']}>
                {move.from === null ? text.to(move.to) : text.fromTo(move.from, move.to)}
              </p>
              {move.note && <p className={styles['note']}>{move.note}</p>}
              <DeploymentChanges
                from={move.from}
                to={move.to}
                label={text.changesOf(formatInstant(move.at))}
              />
            </div>
            <div className={styles['action']}>
              {canDeploy && isRollbackTarget(deployments, index, live?.id ?? null) && (
                <CompactButton
                  aria-label={`${copy.deployments.rollBack.openTo} ${move.to}`}
                  onClick={() => setTarget(move.to)}
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
