import type { Timeline, TimelineHour } from '@funnel/contracts/reports';

import { AsOf } from '../components/as-of.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { copy } from '../content/copy.ts';
import { formatCount, formatHour } from '../content/format.ts';
import styles from './timeline.module.css';

const text = copy.history.timeline;

const rows = ['purchases', 'failures', 'deadLetters', 'deployments'] as const;
type Row = (typeof rows)[number];

const rowHeight = 40;
/** Room above the highest bar. */
const headroom = 4;

interface BarsProps {
  readonly hours: Timeline['hours'];
  readonly row: Row;
}

/** A bar for each hour, as high as its part of the highest one, and a stripe for each hour with a deployment. */
function Bars({ hours, row }: BarsProps) {
  const highest = Math.max(...hours.map((hour) => hour[row]));
  // A single one is visible beside a hundred.
  const heightOf = (count: number) => Math.max(2, Math.round((count / highest) * (rowHeight - headroom)));
  return (
    <svg
      viewBox={`0 0 ${hours.length} ${rowHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={styles['bars']}
    >
      {hours.map(({ at, [row]: count, deployments }, index) => (
        <g key={at}>
          {deployments > 0 && <rect x={index} width={1} height={rowHeight} className={styles['deployed']} />}
          {count > 0 && (
            <rect
              x={index + 0.15}
              width={0.7}
              y={rowHeight - heightOf(count)}
              height={heightOf(count)}
              className={styles[row]}
            />
          )}
        </g>
      ))}
    </svg>
  );
}

const hasAny = (hour: TimelineHour) => rows.some((row) => hour[row] > 0);

/** Purchases, failures, dead letters and deployments by hour on one axis, so that a cause and its effects line up. */
export function TimelinePanel({ asOf, hours }: Timeline) {
  const filled = hours.filter(hasAny);
  const [first] = hours;
  return (
    <Panel title={text.title} aside={<AsOf atMs={asOf} />}>
      {filled.length === 0 || !first ? (
        <EmptyState icon="clock" text={text.nothing} />
      ) : (
        <>
          <dl className={styles['rows']}>
            {rows.map((row) => (
              <div key={row} className={styles['row']}>
                <dt>{text[row]}</dt>
                {/* A visitor counts in each hour, so the sum is not the number of visitors. */}
                {row !== 'failures' && (
                  <dd className={styles['sum']}>
                    {formatCount(hours.reduce((sum, hour) => sum + hour[row], 0))}
                  </dd>
                )}
                <dd className={styles['chart']}>
                  <Bars hours={hours} row={row} />
                </dd>
              </div>
            ))}
          </dl>
          <p aria-hidden="true" className={styles['axis']}>
            <span>{formatHour(first.at)}</span>
            <span>{text.now}</span>
          </p>
          <p className={styles['note']}>
            <span className={styles['stripe']} /> {text.about}
          </p>
          <Disclosure title={text.byHour}>
            <p className={styles['note']}>{text.only}</p>
            <DataTable
              label={text.title}
              columns={[
                { header: text.hour, cell: ({ at }) => formatHour(at) },
                ...rows.map((row) => ({
                  header: text[row],
                  kind: 'number' as const,
                  cell: (hour: TimelineHour) => formatCount(hour[row]),
                })),
              ]}
              rows={filled.toReversed()}
              keyOf={({ at }) => String(at)}
            />
          </Disclosure>
        </>
      )}
    </Panel>
  );
}
