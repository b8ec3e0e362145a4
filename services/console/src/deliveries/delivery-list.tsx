import type { Delivery, RedeliveryRequest } from '@funnel/contracts/deliveries';
import { Icon } from '@funnel/ui/icon';
import { useId } from 'react';

import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import { Action } from '../parts/action.tsx';
import { Panel } from '../parts/panel.tsx';
import { useIsManager } from '../session/operator-context.tsx';
import styles from './deliveries.module.css';

const text = copy.deliveries;
const icons = { waiting: 'clock', failed: 'warning', dead: 'close' } as const;
/** As many as the service takes back at once. */
const mostAtOnce = 50;

interface DeliveryListProps {
  readonly deliveries: readonly Delivery[];
  readonly destinations: readonly string[];
  /** The one that is shown; null for all. */
  readonly destination: string | null;
  readonly onDestination: (destination: string | null) => void;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: ReadonlySet<string>) => void;
  readonly onRedeliver: (request: RedeliveryRequest) => void;
}

export function DeliveryList(props: DeliveryListProps) {
  const { deliveries, destinations, destination, onDestination, chosen, onChoose, onRedeliver } = props;
  const filterId = useId();
  const isManager = useIsManager();

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  }

  return (
    <Panel
      title={text.list}
      aside={
        <div className={styles['filter']}>
          <label htmlFor={filterId}>{text.filter}</label>
          <select
            id={filterId}
            className={styles['select']}
            value={destination ?? ''}
            onChange={(event) => onDestination(event.target.value || null)}
          >
            <option value="">{text.everyDestination}</option>
            {destinations.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
      }
    >
      {deliveries.length === 0 && <p>{text.listEmpty}</p>}
      {chosen.length > 0 && (
        <div>
          <Action onClick={() => onRedeliver({ ids: [...chosen] })}>
            {text.redeliverChosen(chosen.length)}
          </Action>
        </div>
      )}
      <ul className={styles['list']}>
        {deliveries.map((delivery) => {
          const { id, kind, state, attempts, createdAt, dueAt, lastError } = delivery;
          const canRedeliver = isManager && state === 'dead';
          return (
            <li key={id} className={styles['delivery']}>
              <div className={styles['what']}>
                {canRedeliver && (
                  <label className={styles['choose']}>
                    <input
                      type="checkbox"
                      aria-label={text.choose(kind, delivery.destination, id)}
                      checked={chosen.includes(id)}
                      disabled={!chosen.includes(id) && chosen.length >= mostAtOnce}
                      onChange={() => toggle(id)}
                    />
                  </label>
                )}
                <div>
                  <p>
                    <strong>{kind}</strong> → {delivery.destination}
                  </p>
                  <p className={styles['hint']}>
                    {id} · {text.from(formatInstant(createdAt))}
                  </p>
                </div>
              </div>
              <div className={styles['fate']}>
                <p data-state={state} className={styles['state']}>
                  <Icon name={icons[state]} size={16} /> {text.states[state]}, {text.attempts(attempts)}
                </p>
                {state === 'failed' && <p className={styles['hint']}>{text.next(formatInstant(dueAt))}</p>}
                {lastError && <p className={styles['reason']}>{lastError}</p>}
              </div>
              {canRedeliver && (
                <Action
                  aria-label={text.redeliverOne(kind, delivery.destination, id)}
                  onClick={() => onRedeliver({ ids: [id] })}
                >
                  {text.redeliver}
                </Action>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
