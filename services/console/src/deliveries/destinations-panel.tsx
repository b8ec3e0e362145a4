import type { DeliverySummary, RedeliveryRequest } from '@funnel/contracts/deliveries';
import { Icon } from '@funnel/ui/icon';

import { copy } from '../content/copy.ts';
import { formatAge, formatClock, formatCount } from '../content/format.ts';
import { CompactButton } from '../components/compact-button.tsx';
import { Panel } from '../components/panel.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import styles from './deliveries.module.css';

const text = copy.deliveries;

type Destination = DeliverySummary['destinations'][number];

interface DestinationsPanelProps {
  readonly destinations: readonly Destination[];
  readonly onRedeliver: (request: RedeliveryRequest) => void;
}

/** The state of each destination. */
export function DestinationsPanel({ destinations, onRedeliver }: DestinationsPanelProps) {
  const canDeploy = useHasPermission('deploy');
  return (
    <Panel title={text.destinations}>
      {destinations.length === 0 && <p>{text.noDestination}</p>}
      <ul className={styles['cards']}>
        {destinations.map(({ destination, waiting, dead, oldestWaitingMs, breakerOpenUntil }) => (
          <li key={destination} className={styles['card']}>
            <h3 className={styles['name']}>{destination}</h3>
            <p className={styles['health']}>
              <Icon name={breakerOpenUntil === null ? 'check' : 'warning'} size={16} />
              {breakerOpenUntil === null ? text.healthy : text.paused(formatClock(breakerOpenUntil))}
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
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const Count = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
