import { Skeleton } from '@funnel/ui/skeleton';
import { lazy, Suspense, useId } from 'react';

import { copy } from '../content/copy.ts';
import { formatCount, formatProportion } from '../content/format.ts';
import { verdictOf, type Comparison } from './comparison.ts';
import styles from './overview.module.css';
import { SeriesMark } from './series-mark.tsx';

const IntervalChart = lazy(async () => ({ default: (await import('./interval-chart.tsx')).IntervalChart }));

interface ComparisonChartProps {
  readonly title: string;
  readonly hint: string;
  readonly rows: readonly Comparison[];
  /** One sentence that sums up the chart. */
  readonly summary: string;
  readonly hasLabels?: boolean;
}

/** A chart with a one-sentence summary and a table of its numbers. */
export function ComparisonChart({ title, hint, rows, summary, hasLabels = false }: ComparisonChartProps) {
  const id = useId();
  const series = (['stable', 'canary'] as const).filter((key) => rows.some((row) => row[key]));
  return (
    <figure aria-labelledby={id} className={styles['figure']}>
      <figcaption>
        <h3 id={id} className={styles['figureTitle']}>
          {title}
        </h3>
        <p className={styles['hint']}>{hint}</p>
      </figcaption>
      {!hasLabels &&
        rows.map((row) => (
          <dl key={row.label} className={styles['values']}>
            {series.map((key) => (
              <div key={key}>
                <dt>
                  <SeriesMark series={key} />
                </dt>
                <dd>{row[key] && formatProportion(row[key])}</dd>
              </div>
            ))}
          </dl>
        ))}
      <div aria-hidden="true" className={styles['chart']}>
        <Suspense fallback={<Skeleton shape="block" />}>
          <IntervalChart rows={rows} hasLabels={hasLabels} />
        </Suspense>
      </div>
      {summary && <p className={styles['summary']}>{summary}</p>}
      <details className={styles['details']}>
        <summary>{copy.overview.numbers}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{copy.overview.step}</th>
              {series.map((key) => (
                <th key={key} scope="col">
                  {copy.set[key]}
                </th>
              ))}
              {series.length > 1 && <th scope="col">{copy.overview.difference}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                {series.map((key) => (
                  <td key={key}>
                    {row[key] &&
                      `${formatProportion(row[key])}, ${copy.overview.of(formatCount(row[key].count), formatCount(row[key].of))}`}
                  </td>
                ))}
                {series.length > 1 && <td>{copy.overview.verdicts[verdictOf(row)]}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
