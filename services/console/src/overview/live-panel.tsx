import { maxCanaryPercent } from '@funnel/contracts/canary-stages';
import type { ReleaseStatus } from '@funnel/contracts/release-management';
import { useState } from 'react';

import { CompactButton, ViewLink } from '../components/compact-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { copy } from '../content/copy.ts';
import { CanaryDialog, type CanaryAction, type Canary } from '../deployments/canary-dialog.tsx';
import { RollBackDialog } from '../deployments/roll-back-dialog.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import type { Advice } from './canary-advice.tsx';
import { CanaryStage } from './canary-stage.tsx';
import { LiveSet } from './live-set.tsx';
import styles from './live-panel.module.css';
import { MembersTable } from './members-table.tsx';

const { set: text, deployments } = copy;

interface LivePanelProps {
  readonly status: ReleaseStatus;
  /** What to do with the canary. The button for it stands out. */
  readonly advice: Advice | undefined;
  /** The number of the set that a rollback leads to; null if it is not known, or there is none. */
  readonly rollbackTarget: number | null;
}

/** The share of new visitors that get the canary, at the end of the line. Hidden from screen readers, which read it in the strips. */
const TrafficSplit = ({ percent }: { readonly percent: number }) => (
  <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className={styles['split']}>
    <rect width={100 - percent} height="1" />
    <rect x={100 - percent} width={percent} height="1" className={styles['canary']} />
  </svg>
);

/** The stable set and, if one is running, the canary: a strip each, with its actions. */
export function LivePanel({ status: { set, canary }, advice, rollbackTarget }: LivePanelProps) {
  // The dialog keeps the canary that it was opened for, although another one may run by now.
  const [opened, setOpened] = useState<{ action: CanaryAction; canary: Canary } | 'rollBack' | null>(null);
  const canDeploy = useHasPermission('deploy');
  const close = () => setOpened(null);
  if (!set)
    return (
      <Panel title={copy.overview.live}>
        <EmptyState icon="layers" text={text.nothingLive}>
          <ViewLink to="/versions">{copy.overview.toVersions}</ViewLink>
        </EmptyState>
      </Panel>
    );
  return (
    <Panel title={copy.overview.live}>
      <div className={styles['strips']}>
        <TrafficSplit percent={canary?.percent ?? 0} />
        <LiveSet
          set={set}
          series="stable"
          share={canary ? text.share(100 - canary.percent) : text.allVisitors}
          sinceMs={set.createdAt}
        >
          {canDeploy && (
            <CompactButton onClick={() => setOpened('rollBack')}>
              {rollbackTarget === null
                ? deployments.rollBack.open
                : deployments.rollBack.openToNumber(rollbackTarget)}
            </CompactButton>
          )}
        </LiveSet>
        {canary ? (
          <LiveSet
            set={canary.set}
            series="canary"
            share={text.share(canary.percent)}
            sinceMs={canary.startedAt}
            base={set}
            stage={canary.plan && <CanaryStage {...canary.plan} />}
          >
            {canDeploy && (
              <>
                {canary.plan && (
                  <CompactButton
                    onClick={() =>
                      setOpened({ action: canary.plan?.dueAt === null ? 'resume' : 'hold', canary })
                    }
                  >
                    {canary.plan.dueAt === null ? deployments.resume.open : deployments.hold.open}
                  </CompactButton>
                )}
                <CompactButton
                  tone={advice === 'roll-back' || advice === 'check-assignment' ? 'primary' : 'secondary'}
                  onClick={() => setOpened({ action: 'stop', canary })}
                >
                  {deployments.stop.open}
                </CompactButton>
                <CompactButton onClick={() => setOpened({ action: 'finish', canary })}>
                  {deployments.finish.open}
                </CompactButton>
                <CompactButton
                  tone={advice === 'increase' ? 'primary' : 'secondary'}
                  unavailable={canary.percent < maxCanaryPercent ? null : deployments.increase.most}
                  onClick={() => setOpened({ action: 'widen', canary })}
                >
                  {deployments.increase.open}
                </CompactButton>
              </>
            )}
          </LiveSet>
        ) : (
          <p className={styles['none']}>{text.noCanary}</p>
        )}
        <MembersTable stable={set} canary={canary?.set ?? null} />
      </div>
      {opened === 'rollBack' && <RollBackDialog to={null} onClose={close} />}
      {opened && opened !== 'rollBack' && <CanaryDialog {...opened} onClose={close} />}
    </Panel>
  );
}
