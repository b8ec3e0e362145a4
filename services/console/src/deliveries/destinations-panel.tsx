import type { DeliverySummary, RedeliveryRequest } from '@funnel/contracts/deliveries';
import { Icon } from '@funnel/ui/icon';
import { useState } from 'react';

import { CompactButton } from '../components/compact-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { useNow } from '../components/use-now.ts';
import { copy } from '../content/copy.ts';
import { formatAge, formatClock, formatCount, formatInstant } from '../content/format.ts';
import { useHasPermission } from '../session/operator-context.tsx';
import styles from './deliveries.module.css';
import { ResumeDialog } from './resume-dialog.tsx';

const text = copy.deliveries;

type Destination = DeliverySummary['destinations'][number];

interface DestinationsPanelProps {
  readonly destinations: readonly Destination[];
  readonly onRedeliver: (request: RedeliveryRequest) => void;
}

function healthOf({ stopped, rejecting, breakerOpenUntil, waiting, dead }: Destination, nowMs: number) {
  if (stopped)
    return { icon: 'close', label: text.stopped(stopped.reason, formatInstant(stopped.at)) } as const;
  // The breaker stays open until an attempt succeeds, which needs a delivery that waits.
  if (breakerOpenUntil !== null && waiting > 0) {
    const label = breakerOpenUntil > nowMs ? text.paused(formatClock(breakerOpenUntil)) : text.pauseOver;
    return { icon: 'warning', label } as const;
  }
  if (rejecting)
    return {
      icon: 'warning',
      label: text.rejecting(rejecting.reason, formatInstant(rejecting.since)),
    } as const;
  return dead > 0
    ? ({ icon: 'warning', label: text.failedForGood(formatCount(dead)) } as const)
    : ({ icon: 'check', label: text.healthy } as const);
}

/** The state of each destination. */
export function DestinationsPanel({ destinations, onRedeliver }: DestinationsPanelProps) {
  const canDeploy = useHasPermission('deploy');
  const [resuming, setResuming] = useState<string | null>(null);
  const nowMs = useNow();
  return (
    <Panel title={text.destinations}>
      {destinations.length === 0 ? (
        <EmptyState icon="plane" text={text.noDestination} />
      ) : (
        <ul className={styles['cards']}>
          {destinations.map((each) => {
            const { destination, waiting, dead, oldestWaitingMs, stopped } = each;
            const { icon, label } = healthOf(each, nowMs);
            return (
              <li key={destination} className={styles['card']}>
                <h3 className={styles['name']}>{destination}</h3>
                <p className={styles['health']} data-health={icon}>
                  <Icon name={icon} size={16} />
                  {label}
                </p>
                <dl className={styles['counts']}>
                  <Count label={text.waiting} value={formatCount(waiting)} />
                  <Count label={text.dead} value={formatCount(dead)} />
                  <Count
                    label={text.oldest}
                    value={waiting === 0 ? text.nothing : formatAge(0, oldestWaitingMs)}
                  />
                </dl>
                {canDeploy && dead > 0 && (
                  <div>
                    <CompactButton
                      aria-label={text.redeliverAllOf(destination)}
                      onClick={() => onRedeliver({ destination, state: 'dead' })}
                    >
                      {text.redeliverAll}
                    </CompactButton>
                  </div>
                )}
                {canDeploy && stopped && (
                  <div>
                    <CompactButton
                      aria-label={text.resumeNamed(destination)}
                      onClick={() => setResuming(destination)}
                    >
                      {text.resumeOpen}
                    </CompactButton>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {resuming !== null && <ResumeDialog destination={resuming} onClose={() => setResuming(null)} />}
    </Panel>
  );
}

const Count = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
