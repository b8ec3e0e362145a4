import type { Deliveries, RedeliveryRequest } from '@funnel/contracts/deliveries';
import { Icon } from '@funnel/ui/icon';

import { copy } from '../content/copy.ts';
import { formatCount, formatInstant } from '../content/format.ts';
import { CompactButton } from '../components/compact-button.tsx';
import { useHasPermission } from '../session/operator-context.tsx';
import styles from './deliveries.module.css';

const text = copy.deliveries;
const icons = { waiting: 'clock', failed: 'warning', dead: 'close' } as const;
/** The service accepts no more in one request. */
const maxPerRequest = 50;

interface DeliveryListProps {
  readonly listed: Deliveries;
  /** The text for an empty list. */
  readonly empty: string;
  readonly selected: readonly string[];
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onRedeliver: (request: RedeliveryRequest) => void;
}

export function DeliveryList({ listed, empty, selected, onSelect, onRedeliver }: DeliveryListProps) {
  const { deliveries, total } = listed;
  const canDeploy = useHasPermission('deploy');

  function toggle(id: string) {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  }

  return (
    <>
      <p className={styles['hint']}>
        {total === 0 ? empty : text.shown(formatCount(deliveries.length), formatCount(total))}
      </p>
      {selected.length > 0 && (
        <div>
          <CompactButton onClick={() => onRedeliver({ ids: [...selected] })}>
            {text.redeliverSelected(selected.length)}
          </CompactButton>
        </div>
      )}
      <ul className={styles['list']}>
        {deliveries.map((delivery) => {
          const { id, kind, state, attempts, createdAt, dueAt, lastError } = delivery;
          const canRedeliver = canDeploy && state === 'dead';
          return (
            <li key={id} className={styles['delivery']}>
              <div className={styles['what']}>
                {canRedeliver && (
                  <label className={styles['choose']}>
                    <input
                      type="checkbox"
                      aria-label={text.select(kind, delivery.destination, id)}
                      checked={selected.includes(id)}
                      disabled={!selected.includes(id) && selected.length >= maxPerRequest}
                      onChange={() => toggle(id)}
                    />
                  </label>
                )}
                <div>
                  <p>
                    <strong>{kind}</strong> → {delivery.destination}
                  </p>
                  <p className={styles['hint']}>
                    {id} · {text.created(formatInstant(createdAt))}
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
                <CompactButton
                  aria-label={text.redeliverOne(kind, delivery.destination, id)}
                  onClick={() => onRedeliver({ ids: [id] })}
                >
                  {text.redeliver}
                </CompactButton>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
