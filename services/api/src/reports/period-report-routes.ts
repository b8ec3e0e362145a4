import {
  cohortQuerySchema,
  reportQuerySchema,
  timelineQuerySchema,
  type AnswersReport,
  type Cohorts,
  type FunnelReport,
  type OverviewReport,
  type Timeline,
} from '@funnel/contracts/reports';
import { readLiveScreens } from '@funnel/releases/analytics/screens';
import type { OperatorHandlers } from '@funnel/releases/operators/operator-router';
import type { ReadBuild } from '@funnel/releases/registry/build-repository';
import { cachedByKey } from '@funnel/service-kit/cached-by-cost';
import { readQuery } from '@funnel/service-kit/http/parse-input';
import { problem } from '@funnel/service-kit/problem';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import { readAnswers } from './answers-report.ts';
import { dateOf } from './calendar-day.ts';
import { readCohorts } from './cohorts.ts';
import { csvLine } from './csv.ts';
import { listSteps } from './list-steps.ts';
import { readOverview } from './overview.ts';
import { readCounts } from './period-counts.ts';
import { readReportValues } from './report-values.ts';
import { toSelection } from './selection.ts';
import { readStepTimes } from './read-step-times.ts';
import { readTimeline } from './timeline.ts';

type Rows = readonly (readonly (string | number)[])[];

/** Sends the report as JSON, or its rows as a CSV file. */
function send(
  ctx: Context,
  name: string,
  format: 'json' | 'csv' | undefined,
  report: object,
  rows: () => Rows,
) {
  if (format !== 'csv') {
    ctx.body = report;
    return;
  }
  ctx.attachment(`${name}.csv`);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = rows()
    .map((row) => csvLine(row.map(String)))
    .join('');
}

const overviewRows = ({ days }: OverviewReport): Rows => [
  ['date', 'visitors', 'leads', 'purchases', 'currency', 'paid_minor', 'returned_minor'],
  ...days.flatMap(({ date, visitors, leads, purchases, money }) => {
    const counts = [date, visitors, leads, purchases];
    // Counts stand in the first line of a day, so that a sum over the lines is right.
    const [first, ...others] = money;
    return [
      [...counts, ...(first ? [first.currency, first.paidMinor, first.returnedMinor] : ['', 0, 0])],
      ...others.map(({ currency, paidMinor, returnedMinor }) => [
        date,
        0,
        0,
        0,
        currency,
        paidMinor,
        returnedMinor,
      ]),
    ];
  }),
];

const funnelRows = ({ steps }: FunnelReport): Rows => [
  ['path', 'title', 'visitors', 'continued', 'median_seconds'],
  ...steps.map(({ path, title, visitors, continued, medianSeconds }) => [
    path,
    title ?? '',
    visitors,
    continued,
    medianSeconds?.toFixed(1) ?? '',
  ]),
];

const answerRows = ({ questions }: AnswersReport): Rows => [
  ['question', 'answer', 'leads', 'buyers'],
  ...questions.flatMap(({ question, answers }) =>
    answers.map(({ answer, leads, buyers }) => [question, answer, leads, buyers]),
  ),
];

const timelineRows = ({ hours }: Timeline): Rows => [
  ['hour', 'purchases', 'failures', 'dead_letters', 'deployments'],
  ...hours.map(({ at, purchases, failures, deadLetters, deployments }) => [
    new Date(at).toISOString(),
    purchases,
    failures,
    deadLetters,
    deployments,
  ]),
];

const defaultHours = 48;

const cohortKinds = ['first', 'renewal', 'refund', 'dispute'] as const;

const cohortRows = ({ cohorts }: Cohorts): Rows => [
  ['month', 'currency', ...cohortKinds.flatMap((kind) => [`${kind}_count`, `${kind}_minor`]), 'churned'],
  ...cohorts.map((cohort) => [
    cohort.month,
    cohort.currency,
    ...cohortKinds.flatMap((kind) => [cohort[kind].count, cohort[kind].amountMinor]),
    cohort.churned,
  ]),
];

/** Reports over periods, for owners. They contain counts and sums only. */
export function periodReportRoutes(
  context: AppContext,
  readBuild: ReadBuild,
): OperatorHandlers<
  | 'readOverviewReport'
  | 'readFunnelReport'
  | 'readReportValues'
  | 'readAnswersReport'
  | 'readTimeline'
  | 'readCohorts'
> {
  const { config, clock, database } = context;
  const answers = cachedByKey<AnswersReport>();
  return {
    async readOverviewReport(ctx) {
      const query = readQuery(ctx, reportQuerySchema);
      const report = await readOverview(context, toSelection(query, context));
      send(ctx, 'overview', query.format, report, () => overviewRows(report));
    },
    async readFunnelReport(ctx) {
      const query = readQuery(ctx, reportQuerySchema);
      const selection = toSelection(query, context);
      const [{ counts, asOf }, timeOn] = await Promise.all([
        readCounts(context, selection),
        readStepTimes(context, selection),
      ]);
      const live = await readLiveScreens(context, readBuild);
      const titles = new Map(live.map(({ path, title }) => [path, title]));
      const report: FunnelReport = {
        from: dateOf(selection.from),
        to: dateOf(selection.to),
        timeZone: config.TIME_ZONE,
        asOf,
        visitors: counts.filter(({ kind }) => kind === 'visitors').reduce((sum, { count }) => sum + count, 0),
        steps: listSteps(counts, [...titles.keys()]).map(({ path, steps, visitors }) => ({
          path,
          title: titles.get(path) ?? null,
          isLive: titles.has(path),
          visitors,
          ...timeOn(steps),
        })),
      };
      send(ctx, 'funnel', query.format, report, () => funnelRows(report));
    },
    async readReportValues(ctx) {
      const query = readQuery(ctx, reportQuerySchema);
      if (query.format === 'csv') {
        const message = 'These values are JSON only.';
        throw problem('invalid-request', { data: { errors: [{ path: 'format', message }] } });
      }
      ctx.body = await readReportValues(context, toSelection(query, context));
    },
    async readAnswersReport(ctx) {
      const query = readQuery(ctx, reportQuerySchema);
      const selection = toSelection(query, context);
      const report = await answers(JSON.stringify(selection), () => readAnswers(context, selection));
      send(ctx, 'answers', query.format, report, () => answerRows(report));
    },
    async readTimeline(ctx) {
      const { hours = defaultHours, format } = readQuery(ctx, timelineQuerySchema);
      const asOf = clock();
      const report: Timeline = { asOf, hours: await readTimeline(database.db, asOf, hours) };
      send(ctx, 'timeline', format, report, () => timelineRows(report));
    },
    async readCohorts(ctx) {
      const { format } = readQuery(ctx, cohortQuerySchema);
      const cohorts = await readCohorts(database.db, config.TIME_ZONE);
      const report: Cohorts = { timeZone: config.TIME_ZONE, asOf: clock(), cohorts };
      send(ctx, 'cohorts', format, report, () => cohortRows(report));
    },
  };
}
