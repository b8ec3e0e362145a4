import type { FunnelReport } from '@funnel/contracts/reports';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { AsOf } from '../components/as-of.tsx';
import { CsvLink, ViewLink } from '../components/compact-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { Checkbox } from '../components/radio-group.tsx';
import { ScreenCell } from '../components/screen-cell.tsx';
import { SeriesShape } from '../components/series-shape.tsx';
import { copy } from '../content/copy.ts';
import { formatCount, formatSeconds, formatShare } from '../content/format.ts';
import type { ComparedPart } from './compare.ts';
import { csvUrl, longestPeriod, withPeriod } from './report-address.ts';
import { byLosses, screensOf, type ReportScreen, type ScreenCounts } from './report-funnel.ts';
import styles from './reports.module.css';

const text = copy.reports;
const orderParameter = 'order';
const barHeight = 6;
const gap = 3;
const partStyles = ['one', 'other'] as const;

interface ReportFunnelPanelProps {
  /** One report, or the two that are compared. */
  readonly reports: readonly [FunnelReport, ...FunnelReport[]];
  readonly parts: readonly [
    Pick<ComparedPart, 'label' | 'query'>,
    ...Pick<ComparedPart, 'label' | 'query'>[],
  ];
  /** The choice of what to compare. */
  readonly children: ReactNode;
}

/**
 * The screens as bars, named by the question, with how many visitors saw each of them, went on, and after which time; for one
 * part of the visitors, or two.
 */
export function ReportFunnelPanel({ reports, parts, children }: ReportFunnelPanelProps) {
  const [parameters, setParameters] = useSearchParams();
  const isByLosses = parameters.get(orderParameter) === 'losses';
  const screens = screensOf(reports);
  const isCompared = reports.length > 1;
  const mostOf = (part: number) => Math.max(1, ...screens.map(({ counts }) => counts[part]?.visitors ?? 0));
  const setOrder = (isChecked: boolean) => {
    const next = new URLSearchParams(parameters);
    if (isChecked) next.set(orderParameter, 'losses');
    else next.delete(orderParameter);
    setParameters(next, { replace: true });
  };
  const number = (
    header: string,
    of: (counts: ScreenCounts, part: number, screen: ReportScreen) => string,
  ): Column<ReportScreen> => ({
    header,
    kind: 'number',
    cell: (screen) =>
      screen.counts.map((counts, part) => (
        <p key={parts[part]?.label} className={styles[partStyles[part] ?? 'one']}>
          {isCompared && <VisuallyHidden>{parts[part]?.label} </VisuallyHidden>}
          {counts ? of(counts, part, screen) : copy.noValue}
        </p>
      )),
  });
  const columns: readonly Column<ReportScreen>[] = [
    {
      header: text.screen,
      cell: ({ path, title, counts }) => (
        <ScreenCell path={path} title={title}>
          <svg
            width="100%"
            height={counts.length * (barHeight + gap) - gap}
            aria-hidden="true"
            focusable="false"
            className={styles['bar']}
          >
            {counts.map((own, part) => (
              <rect
                key={parts[part]?.label}
                className={styles[`${partStyles[part] ?? 'one'}Bar`]}
                y={part * (barHeight + gap)}
                height={barHeight}
                rx={barHeight / 2}
                width={`${((own?.visitors ?? 0) / mostOf(part)) * 100}%`}
              />
            ))}
          </svg>
        </ScreenCell>
      ),
    },
    number(text.visitors, ({ visitors }) => formatCount(visitors)),
    number(text.share, ({ visitors }, part) => {
      const all = reports[part]?.visitors;
      return all ? formatShare(visitors / all) : copy.noValue;
    }),
    number(text.continued, ({ continued, visitors }, _, { lost }) =>
      lost === null || visitors === 0 ? copy.noValue : formatShare(continued / visitors),
    ),
    number(text.median, ({ medianSeconds }) =>
      medianSeconds === null ? copy.noValue : formatSeconds(medianSeconds * 1000),
    ),
    {
      header: text.left,
      kind: 'number',
      cell: ({ lost }) => (lost === null ? copy.noValue : formatCount(lost)),
    },
  ];
  return (
    <Panel
      title={text.funnel}
      aside={
        <>
          <Checkbox checked={isByLosses} onChange={setOrder}>
            {text.byLosses}
          </Checkbox>
          <AsOf atMs={Math.min(...reports.map(({ asOf }) => asOf))} />
          {!isCompared && (
            <CsvLink href={csvUrl('funnel', parts[0].query)} label={text.download(text.funnel)} />
          )}
        </>
      }
    >
      {children}
      {isCompared && (
        <ul className={styles['legend']}>
          {parts.map(({ label, query }, part) => (
            <li key={label}>
              <SeriesShape isSecond={part === 1} className={styles[`${partStyles[part] ?? 'one'}Bar`]} />
              {label}
              <CsvLink href={csvUrl('funnel', query)} label={text.download(text.compare.funnelOf(label))} />
            </li>
          ))}
        </ul>
      )}
      {reports.every(({ visitors }) => visitors === 0) ? (
        <EmptyState icon="users" text={text.noVisitors}>
          {parts[0].query.days !== longestPeriod && (
            <ViewLink to={`/reports?${withPeriod(parameters, { days: String(longestPeriod) })}`}>
              {text.longest}
            </ViewLink>
          )}
        </EmptyState>
      ) : (
        <DataTable
          label={text.funnel}
          isNarrow
          columns={columns}
          groups={[{ key: 'all', rows: isByLosses ? byLosses(screens) : screens }]}
          keyOf={({ path }) => path}
        />
      )}
    </Panel>
  );
}
