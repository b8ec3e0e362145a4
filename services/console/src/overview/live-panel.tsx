import type { ReleaseStatus, StoredSet } from '@funnel/contracts/release-management';
import { Badge } from '@funnel/ui/badge';
import { useState, type ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import { FinishDialog, StopDialog, WidenDialog } from '../moves/canary-dialogs.tsx';
import { RollBackDialog } from '../moves/roll-back-dialog.tsx';
import { Action } from '../parts/action.tsx';
import { Panel } from '../parts/panel.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import styles from './overview.module.css';
import { SeriesMark } from './series-mark.tsx';

const { set: text, moves } = copy;

type Opened = 'widen' | 'stop' | 'finish' | 'rollBack' | null;

/** The set that visitors get and, while one runs, the canary, with what can be done about them. */
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
          share={canary ? text.allBut(canary.percent) : text.everyone}
          time={text.made(formatInstant(set.createdAt))}
        >
          {canDeploy && <Action onClick={() => setOpened('rollBack')}>{moves.rollBack.open}</Action>}
        </SetCard>
        {canary ? (
          <SetCard
            set={canary.set}
            series="canary"
            share={text.share(canary.percent)}
            time={text.since(formatInstant(canary.startedAt))}
            besides={set}
          >
            {canDeploy && (
              <>
                <Action onClick={() => setOpened('widen')}>{moves.widen.open}</Action>
                <Action onClick={() => setOpened('finish')}>{moves.finish.open}</Action>
                <Action onClick={() => setOpened('stop')}>{moves.stop.open}</Action>
              </>
            )}
          </SetCard>
        ) : (
          <p className={styles['empty']}>{text.noCanary}</p>
        )}
      </div>
      {opened === 'rollBack' && <RollBackDialog to={null} onClose={close} />}
      {opened === 'widen' && canary && <WidenDialog canary={canary} onClose={close} />}
      {opened === 'stop' && canary && <StopDialog canary={canary} onClose={close} />}
      {opened === 'finish' && canary && <FinishDialog canary={canary} onClose={close} />}
    </Panel>
  );
}

interface SetCardProps {
  readonly set: StoredSet;
  readonly series: 'stable' | 'canary';
  readonly share: string;
  readonly time: string;
  /** The set that it differs from. */
  readonly besides?: StoredSet;
  readonly children: ReactNode;
}

function certificationOf({ certification }: StoredSet): string {
  if (!certification) return text.notCertified;
  return certification.outcome === 'passed' ? text.certified : text.failedCertification;
}

function SetCard({ set, series, share, time, besides, children }: SetCardProps) {
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
          const before = besides?.members[name];
          const isChanged = besides !== undefined && before !== version;
          return (
            <li key={name} data-changed={isChanged || undefined}>
              <span>{name}</span>
              <span>
                {version}
                {isChanged && <em> {text.instead(before ?? copy.none)}</em>}
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
