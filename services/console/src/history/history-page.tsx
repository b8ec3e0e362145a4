import type { ReleaseAudit, ReleaseStatus } from '@funnel/contracts/release-management';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import { polling } from '../frame/polling.ts';
import { RollBackDialog } from '../moves/roll-back-dialog.tsx';
import { Action } from '../parts/action.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { consoleApi } from '../service/console-api.ts';
import { useHasPermission } from '../session/operator-context.tsx';
import styles from './history.module.css';
import { MoveChanges } from './move-changes.tsx';
import { isWayBack } from './way-back.ts';

const text = copy.history;

export function HistoryPage() {
  const status = consoleApi.useStatusQuery(undefined, polling);
  const audit = consoleApi.useAuditQuery(undefined, polling);
  return (
    <Page title={copy.views.history} lead={text.lead} queries={[status, audit]}>
      <Loaded query={status}>
        {(live) => <Loaded query={audit}>{({ moves }) => <Moves moves={moves} live={live.set} />}</Loaded>}
      </Loaded>
    </Page>
  );
}

type Moves = ReleaseAudit['moves'];

function Moves({ moves, live }: { readonly moves: Moves; readonly live: ReleaseStatus['set'] }) {
  const [target, setTarget] = useState<string | null>(null);
  const canDeploy = useHasPermission('deploy');
  if (moves.length === 0) return <p>{text.empty}</p>;
  return (
    <Panel title={text.moves}>
      <ol className={styles['list']}>
        {moves.map((move, index) => (
          <li key={move.at} className={styles['move']}>
            <p className={styles['when']}>
              <Instant atMs={move.at} />
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
              <MoveChanges from={move.from} to={move.to} label={text.changesOf(formatInstant(move.at))} />
            </div>
            <div className={styles['action']}>
              {canDeploy && isWayBack(moves, index, live?.id ?? null) && (
                <Action
                  aria-label={`${copy.moves.rollBack.openTo} ${move.to}`}
                  onClick={() => setTarget(move.to)}
                >
                  {copy.moves.rollBack.openTo}
                </Action>
              )}
            </div>
          </li>
        ))}
      </ol>
      {target && <RollBackDialog to={target} onClose={() => setTarget(null)} />}
    </Panel>
  );
}
