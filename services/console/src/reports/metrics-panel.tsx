import { formatMoney, type Currency } from '@funnel/contracts/money';
import type { OverviewReport, ReportMetrics, ReportQuery } from '@funnel/contracts/reports';

import { DataTable } from '../components/data-table.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { Sparkline } from '../components/sparkline.tsx';
import { copy } from '../content/copy.ts';
import { formatChange, formatCount, formatShare } from '../content/format.ts';
import { ReportPanel } from './report-panel.tsx';
import { csvUrl } from './report-url.ts';
import styles from './reports.module.css';

const text = copy.reports;

/** A number that the report has for the period, for the previous period, and for each day. */
interface Metric {
  readonly title: string;
  /** Null if there is nothing that it could be a share of. */
  readonly valueOf: (metrics: ReportMetrics) => number | null;
  readonly format: (value: number) => string;
}

const rateOf = ({ purchases, visitors }: ReportMetrics) => (visitors > 0 ? purchases / visitors : null);

function moneyMetrics(currency: Currency): readonly Metric[] {
  const format = (amountMinor: number) => formatMoney({ currency, amountMinor });
  const ofCurrency = ({ money }: ReportMetrics) => money.find((sum) => sum.currency === currency);
  return [
    { title: text.paid(currency), valueOf: (metrics) => ofCurrency(metrics)?.paidMinor ?? 0, format },
    { title: text.returned(currency), valueOf: (metrics) => ofCurrency(metrics)?.returnedMinor ?? 0, format },
  ];
}

function metricsOf({ metrics, previous }: OverviewReport): readonly Metric[] {
  const currencies = [...new Set([...metrics.money, ...previous.money].map(({ currency }) => currency))];
  return [
    { title: text.visitors, valueOf: ({ visitors }) => visitors, format: formatCount },
    { title: text.leads, valueOf: ({ leads }) => leads, format: formatCount },
    { title: text.purchases, valueOf: ({ purchases }) => purchases, format: formatCount },
    { title: text.conversion, valueOf: rateOf, format: formatShare },
    ...currencies.flatMap(moneyMetrics),
  ];
}

const formatValue = ({ format }: Metric, value: number | null): string =>
  value === null ? copy.noValue : format(value);

interface MetricTileProps {
  readonly metric: Metric;
  readonly report: OverviewReport;
}

/** One key metric, its course by day, and how it has changed. */
function MetricTile({ metric, report }: MetricTileProps) {
  const { title, valueOf } = metric;
  const [now, before] = [valueOf(report.metrics), valueOf(report.previous)];
  return (
    <div className={styles['metric']}>
      <dt>{title}</dt>
      <dd className={styles['value']}>{formatValue(metric, now)}</dd>
      <dd>{now !== null && before ? text.change(formatChange(now / before - 1)) : text.noChange}</dd>
      <dd className={styles['course']}>
        <Sparkline values={report.days.map((day) => valueOf(day) ?? 0)} from={report.from} to={report.to} />
      </dd>
    </div>
  );
}

interface MetricsPanelProps {
  readonly report: OverviewReport;
  readonly query: ReportQuery;
}

/** The key metrics of a period with their change against the period before, and the same by day. */
export function MetricsPanel({ report, query }: MetricsPanelProps) {
  const metrics = metricsOf(report);
  return (
    <ReportPanel title={text.metrics} asOf={report.asOf} csv={csvUrl('overview', query)}>
      <dl className={styles['metrics']}>
        {metrics.map((metric) => (
          <MetricTile key={metric.title} metric={metric} report={report} />
        ))}
      </dl>
      <Disclosure title={text.days(report.timeZone)}>
        <DataTable
          label={text.days(report.timeZone)}
          columns={[
            { header: text.day, cell: ({ date }) => date },
            ...metrics.map((metric) => ({
              header: metric.title,
              kind: 'number' as const,
              cell: (day: ReportMetrics) => formatValue(metric, metric.valueOf(day)),
            })),
          ]}
          rows={report.days.toReversed()}
          keyOf={({ date }) => date}
        />
      </Disclosure>
    </ReportPanel>
  );
}
