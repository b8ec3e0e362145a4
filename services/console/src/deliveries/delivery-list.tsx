import type { Deliveries, Delivery, RedeliveryRequest } from '@funnel/contracts/deliveries';
import { Icon } from '@funnel/ui/icon';

import { CompactButton } from '../components/compact-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';
import { formatCount } from '../content/format.ts';
import { useHasPermission } from '../session/operator-context.tsx';
import styles from './deliveries.module.css';

const text = copy.deliveries;
const icons = { waiting: 'clock', failed: 'warning', dead: 'close' } as const;
/** The service accepts no more in one request. */
const maxPerRequest = 50;

interface DeliveryListProps {
  readonly listed: Deliveries;
  /** Removes the filter; null if there is none. */
  readonly onShowAll: (() => void) | null;
  readonly selected: readonly string[];
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onRedeliver: (request: RedeliveryRequest) => void;
}

export function DeliveryList({ listed, onShowAll, selected, onSelect, onRedeliver }: DeliveryListProps) {
  const { deliveries, total } = listed;
  const canDeploy = useHasPermission('deploy');
  if (total === 0)
    return (
      <EmptyState icon="check" text={onShowAll ? text.listEmptyOfFilter : text.listEmpty}>
        {onShowAll && <CompactButton onClick={onShowAll}>{text.showAll}</CompactButton>}
      </EmptyState>
    );

  const canRedeliver = ({ state }: Delivery) => canDeploy && state === 'dead';
  function toggle(id: string) {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  }

  const columns: readonly Column<Delivery>[] = [
    {
      header: text.delivery,
      cell: (delivery) => {
        const { id, kind, destination } = delivery;
        return (
          <div className={styles['what']}>
            {canRedeliver(delivery) && (
              <label className={styles['choose']}>
                <input
                  type="checkbox"
                  aria-label={text.select(kind, destination, id)}
                  checked={selected.includes(id)}
                  disabled={!selected.includes(id) && selected.length >= maxPerRequest}
                  onChange={() => toggle(id)}
                />
              </label>
            )}
            <div>
              <p>
                <strong>{kind}</strong> → {destination}
              </p>
              <p className={styles['id']}>{id}</p>
            </div>
          </div>
        );
      },
    },
    { header: text.created, cell: ({ createdAt }) => <Timestamp atMs={createdAt} /> },
    {
      header: text.state,
      cell: ({ state, attempts, dueAt }) => (
        <>
          <p data-state={state} className={styles['state']}>
            <Icon name={icons[state]} size={16} /> {text.states[state]}, {text.attempts(attempts)}
          </p>
          {state === 'failed' && (
            <div className={styles['hint']}>
              {text.next} <Timestamp atMs={dueAt} />
            </div>
          )}
        </>
      ),
    },
    { header: text.reason, kind: 'outside-text', cell: ({ lastError }) => lastError },
    {
      header: text.actions,
      kind: 'actions',
      cell: (delivery) =>
        canRedeliver(delivery) && (
          <CompactButton
            aria-label={text.redeliverOne(delivery.kind, delivery.destination, delivery.id)}
            onClick={() => onRedeliver({ ids: [delivery.id] })}
          >
            {text.redeliver}
          </CompactButton>
        ),
    },
  ];

  return (
    <>
      <div className={styles['summary']}>
        <p className={styles['hint']}>{text.shown(formatCount(deliveries.length), formatCount(total))}</p>
        {selected.length >= maxPerRequest && <p className={styles['hint']}>{text.most(maxPerRequest)}</p>}
        {selected.length > 0 && (
          <CompactButton tone="primary" onClick={() => onRedeliver({ ids: [...selected] })}>
            {text.redeliverSelected(selected.length)}
          </CompactButton>
        )}
      </div>
      <DataTable label={text.list} columns={columns} rows={deliveries} keyOf={({ id }) => id} />
    </>
  );
}
