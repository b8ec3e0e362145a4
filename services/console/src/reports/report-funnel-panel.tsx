import type { FunnelReport } from '@funnel/contracts/reports';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { AsOf } from '../components/as-of.tsx';
import { CsvLink, ViewLink } from '../components/compact-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import type { QueryResult } from '../components/query-result.ts';
import { Checkbox } from '../components/choices.tsx';
import { ScreenCell } from '../components/screen-cell.tsx';
import { SeriesShape } from '../components/series-shape.tsx';
import { useLossOrder } from '../components/use-loss-order.ts';
import { copy } from '../content/copy.ts';
import { formatCount, formatSeconds, formatShare } from '../content/format.ts';
import type { ComparedPart } from './compare.ts';
import { byLosses, screensOf, type ReportScreen, type ScreenCounts } from './report-funnel.ts';
import { csvUrl, longestPeriodDays, withPeriod } from './report-url.ts';
import styles from './reports.module.css';

const text = copy.reports;
const barHeight = 6;
const gap = 3;
const partStyle = (part: number) => (part === 1 ? 'other' : 'one');

type Part = Pick<ComparedPart, 'label' | 'query'>;

type Reports = readonly [FunnelReport, ...FunnelReport[]];

interface ReportFunnelPanelProps {
  /** One report, or the two that are compared. */
  readonly queries: readonly [QueryResult<FunnelReport>, QueryResult<FunnelReport>?];
  readonly parts: readonly [Part, ...Part[]];
  /** The choice of what to compare. */
  readonly children: ReactNode;
}

/** The funnel of one part of the visitors, or of two beside each other. */
export function ReportFunnelPanel({ queries: [one, other], parts, children }: ReportFunnelPanelProps) {
  const [isByLosses, setIsByLosses] = useLossOrder();
  const countedAt = [one, other].flatMap((query) => query?.currentData?.asOf ?? []);
  const table = (...reports: Reports) => (
    <ReportFunnelTable reports={reports} parts={parts} isByLosses={isByLosses} />
  );
  return (
    <Panel
      title={text.funnel}
      aside={
        <>
          <Checkbox checked={isByLosses} onChange={setIsByLosses}>
            {text.byLosses}
          </Checkbox>
          {countedAt.length > 0 && <AsOf atMs={Math.min(...countedAt)} />}
          {!other && <CsvLink href={csvUrl('funnel', parts[0].query)} label={text.download(text.funnel)} />}
        </>
      }
    >
      {children}
      {other && (
        <ul className={styles['legend']}>
          {parts.map(({ label, query }, part) => (
            <li key={partStyle(part)}>
              <SeriesShape isSecond={part === 1} className={styles[`${partStyle(part)}Bar`]} />
              {label}
              <CsvLink href={csvUrl('funnel', query)} label={text.download(text.compare.funnelOf(label))} />
            </li>
          ))}
        </ul>
      )}
      <QueryContent query={one}>
        {(first) =>
          other ? <QueryContent query={other}>{(second) => table(first, second)}</QueryContent> : table(first)
        }
      </QueryContent>
    </Panel>
  );
}

interface ReportFunnelTableProps {
  readonly reports: Reports;
  readonly parts: readonly [Part, ...Part[]];
  readonly isByLosses: boolean;
}

/**
 * The screens as bars, named by the question, with how many visitors saw each of them, went on, and after which time; for one
 * part of the visitors, or two.
 */
function ReportFunnelTable({ reports, parts, isByLosses }: ReportFunnelTableProps) {
  const [parameters] = useSearchParams();
  const screens = screensOf(reports);
  const isCompared = reports.length > 1;
  const mostOf = (part: number) => Math.max(1, ...screens.map(({ counts }) => counts[part]?.visitors ?? 0));
  const number = (
    header: string,
    of: (counts: ScreenCounts, part: number, screen: ReportScreen) => string,
  ): Column<ReportScreen> => ({
    header,
    kind: 'number',
    cell: (screen) =>
      screen.counts.map((counts, part) => (
        <p key={partStyle(part)} className={styles[partStyle(part)]}>
          {isCompared && <VisuallyHidden>{parts[part]?.label} </VisuallyHidden>}
          {counts ? of(counts, part, screen) : copy.noValue}
        </p>
      )),
  });
  const columns: readonly Column<ReportScreen>[] = [
    {
      header: text.screen,
      cell: ({ path, title, isLive, counts }) => (
        <ScreenCell path={path} title={title} note={isLive ? null : text.notLive}>
          <svg
            width="100%"
            height={counts.length * (barHeight + gap) - gap}
            aria-hidden="true"
            className={styles['bar']}
          >
            {counts.map((own, part) => (
              <rect
                key={partStyle(part)}
                className={styles[`${partStyle(part)}Bar`]}
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
    // A visitor belongs to the set of the first screen, and may see a later one with another set.
    ...(parts[0].query.set === undefined
      ? [
          number(text.share, ({ visitors }, part) => {
            const all = reports[part]?.visitors;
            return all ? formatShare(visitors / all) : copy.noValue;
          }),
        ]
      : []),
    number(text.continued, ({ continued, visitors }, _, { isLast }) =>
      isLast || visitors === 0 ? copy.noValue : formatShare(continued / visitors),
    ),
    number(text.median, ({ medianSeconds }) =>
      medianSeconds === null ? copy.noValue : formatSeconds(medianSeconds * 1000),
    ),
    number(text.left, ({ continued, visitors }, _, { isLast }) =>
      isLast ? copy.noValue : formatCount(visitors - continued),
    ),
  ];
  if (reports.every(({ visitors }) => visitors === 0))
    return (
      <EmptyState icon="users" text={text.noVisitors}>
        {parts[0].query.days !== longestPeriodDays && (
          <ViewLink to={`/reports?${withPeriod(parameters, { days: String(longestPeriodDays) })}`}>
            {text.longest}
          </ViewLink>
        )}
      </EmptyState>
    );
  return (
    <DataTable
      label={text.funnel}
      isNarrow
      columns={columns}
      rows={isByLosses ? byLosses(screens) : screens}
      keyOf={({ path }) => path}
    />
  );
}
