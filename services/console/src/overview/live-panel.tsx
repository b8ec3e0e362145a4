import type { ReleaseStatus, ReleaseSetRecord } from '@funnel/contracts/release-management';
import { Badge } from '@funnel/ui/badge';
import { useState, type ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import { FinishDialog, IncreaseDialog, StopDialog } from '../deployments/canary-dialogs.tsx';
import { RollBackDialog } from '../deployments/roll-back-dialog.tsx';
import { CompactButton } from '../components/compact-button.tsx';
import { Panel } from '../components/panel.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import styles from './overview.module.css';
import { SeriesMark } from './series-mark.tsx';

const { set: text, deployments } = copy;

type Opened = 'increase' | 'stop' | 'finish' | 'rollBack' | null;

/** The stable set and, if one is running, the canary, with their actions. */
export function LivePanel({ status: { set, canary } }: { readonly status: ReleaseStatus }) {
  const [opened, setOpened] = useState<Opened>(null);
  const canDeploy = useHasPermission('deploy');
  const close = () => setOpened(null);
  if (!set)
    return (
      <Panel title={copy.overview.live}>
        <p>{text.nothingLive}</p>
      </Panel>
    );
  return (
    <Panel title={copy.overview.live}>
      <div className={styles['sets']}>
        <SetCard
          set={set}
          series="stable"
          share={canary ? text.rest(canary.percent) : text.allVisitors}
          time={text.created(formatInstant(set.createdAt))}
        >
          {canDeploy && (
            <CompactButton onClick={() => setOpened('rollBack')}>{deployments.rollBack.open}</CompactButton>
          )}
        </SetCard>
        {canary ? (
          <SetCard
            set={canary.set}
            series="canary"
            share={text.share(canary.percent)}
            time={text.since(formatInstant(canary.startedAt))}
            base={set}
          >
            {canDeploy && (
              <>
                <CompactButton onClick={() => setOpened('increase')}>
                  {deployments.increase.open}
                </CompactButton>
                <CompactButton onClick={() => setOpened('finish')}>{deployments.finish.open}</CompactButton>
                <CompactButton onClick={() => setOpened('stop')}>{deployments.stop.open}</CompactButton>
              </>
            )}
          </SetCard>
        ) : (
          <p className={styles['empty']}>{text.noCanary}</p>
        )}
      </div>
      {opened === 'rollBack' && <RollBackDialog to={null} onClose={close} />}
      {opened === 'increase' && canary && <IncreaseDialog canary={canary} onClose={close} />}
      {opened === 'stop' && canary && <StopDialog canary={canary} onClose={close} />}
      {opened === 'finish' && canary && <FinishDialog canary={canary} onClose={close} />}
    </Panel>
  );
}

interface SetCardProps {
  readonly set: ReleaseSetRecord;
  readonly series: 'stable' | 'canary';
  readonly share: string;
  readonly time: string;
  /** The set to compare the members with. */
  readonly base?: ReleaseSetRecord;
  readonly children: ReactNode;
}

function certificationOf({ certification }: ReleaseSetRecord): string {
  if (!certification) return text.notCertified;
  return certification.outcome === 'passed' ? text.certified : text.failedCertification;
}

function SetCard({ set, series, share, time, base, children }: SetCardProps) {
  return (
    <article className={styles['set']} aria-label={`${text[series]}, ${text.live(set.number)}`}>
      <div className={styles['setHead']}>
        <h3 className={styles['setTitle']}>
          <SeriesMark series={series} /> · {text.live(set.number)}{' '}
          <span className={styles['setId']}>{set.id}</span>
        </h3>
        <Badge tone={series === 'stable' ? 'brand' : 'quiet'}>{share}</Badge>
      </div>
      <ul className={styles['members']}>
        {Object.entries(set.members).map(([name, version]) => {
          const baseVersion = base?.members[name];
          const isChanged = base !== undefined && baseVersion !== version;
          return (
            <li key={name} data-changed={isChanged || undefined}>
              <span>{name}</span>
              <span>
                {version}
                {isChanged && <em> {text.instead(baseVersion ?? copy.none)}</em>}
              </span>
            </li>
          );
        })}
      </ul>
      <p className={styles['hint']}>
        {time} · {certificationOf(set)}
      </p>
      <div className={styles['actions']}>{children}</div>
    </article>
  );
}
