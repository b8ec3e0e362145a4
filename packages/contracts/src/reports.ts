import * as z from 'zod/mini';

import { currencySchema } from './money.ts';

/** A date in the owner's time zone, as `2026-01-31`. Nothing is older than 2000. */
const dateSchema = z.iso.date().check(z.regex(/^2\d{3}/));
const valueSchema = z.optional(z.string().check(z.maxLength(100)));

/** What the visitors of a report can be narrowed to, by their first page view. */
export const reportDimensions = ['source', 'campaign', 'device', 'locale'] as const;
/** What the visitors of a report can be narrowed to. */
export type ReportDimension = (typeof reportDimensions)[number];

/** How many days a period may have. */
export const maxPeriodDays = 400;
const dayMs = 24 * 3_600_000;

/**
 * Query of `GET /api/reports/overview` and `GET /api/reports/funnel`: a period of at most 400 days, by its first and last day or by
 * the number of days up to today, by default 30; and at most one of the dimensions. Each part of a comparison is a request of its
 * own.
 */
export const reportQuerySchema = z
  .strictObject({
    from: z.optional(dateSchema),
    to: z.optional(dateSchema),
    days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPeriodDays))),
    /** The id of a release set. */
    set: valueSchema,
    source: valueSchema,
    campaign: valueSchema,
    device: valueSchema,
    locale: valueSchema,
    format: z.optional(z.enum(['json', 'csv'])),
  })
  .check(
    z.refine(({ from, to }) => (from === undefined) === (to === undefined), {
      path: ['to'],
      error: 'Name both days, or neither.',
    }),
    z.refine(
      ({ from, to }) =>
        from === undefined ||
        to === undefined ||
        (from <= to && Date.parse(to) - Date.parse(from) < maxPeriodDays * dayMs),
      { path: ['to'], error: 'The period must have 1 to 400 days.' },
    ),
    z.refine((query) => reportDimensions.filter((name) => query[name] !== undefined).length < 2, {
      path: ['source'],
      error: 'Choose one of source, campaign, device and locale.',
    }),
  );
/** Query of a report. */
export type ReportQuery = z.infer<typeof reportQuerySchema>;

/** Query of `GET /api/reports/cohorts`. */
export const cohortQuerySchema = z.strictObject({ format: z.optional(z.enum(['json', 'csv'])) });

/** Money of one currency, in minor units. */
const moneySchema = z.object({
  currency: currencySchema,
  /** First payments and renewals. */
  paidMinor: z.int(),
  /** Refunds that did not fail, and disputes that are open or lost. */
  returnedMinor: z.int(),
});

const metricsSchema = z.object({
  visitors: z.int(),
  leads: z.int(),
  purchases: z.int(),
  money: z.array(moneySchema),
});
/** The key metrics of a period. */
export type ReportMetrics = z.infer<typeof metricsSchema>;

const periodFields = {
  /** The first and the last day. */
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  /** The time up to which everything is counted, in milliseconds since 1970. */
  asOf: z.int(),
};

/** Response of `GET /api/reports/overview`. */
export const overviewReportSchema = z.object({
  ...periodFields,
  metrics: metricsSchema,
  /** The same of the period before, which is as long. */
  previous: metricsSchema,
  days: z.array(z.extend(metricsSchema, { date: z.string() })),
});
/** Response of `GET /api/reports/overview`. */
export type OverviewReport = z.infer<typeof overviewReportSchema>;

/**
 * Response of `GET /api/reports/funnel`: the screens of the live set in their order, then the 100 most frequent other paths that
 * were seen, and the rest as `other`.
 */
export const funnelReportSchema = z.object({
  ...periodFields,
  visitors: z.int(),
  steps: z.array(
    z.object({
      path: z.string(),
      /** The heading that visitors read; null if no live build contains it. */
      title: z.nullable(z.string()),
      /** Whether it is a screen of the live set. */
      isLive: z.boolean(),
      /** Visitors who saw the step for the first time. */
      visitors: z.int(),
      /** Those of them who then saw another step. */
      continued: z.int(),
      /** Half of those stayed on the step for less, in seconds. Null if there is none. */
      medianSeconds: z.nullable(z.number()),
    }),
  ),
});
/** Response of `GET /api/reports/funnel`. */
export type FunnelReport = z.infer<typeof funnelReportSchema>;

const listedValueSchema = z.object({ value: z.string(), visitors: z.int() });

/** Response of `GET /api/reports/values`: what the visitors of a period can be narrowed to, the most frequent first. */
export const reportValuesSchema = z.object({
  source: z.array(listedValueSchema),
  campaign: z.array(listedValueSchema),
  device: z.array(listedValueSchema),
  locale: z.array(listedValueSchema),
  /** Ids of release sets. The number is null if the set is not stored. */
  set: z.array(z.extend(listedValueSchema, { number: z.nullable(z.int()) })),
  /** How many values there are in all. At most the 50 most frequent ones are listed. */
  totals: z.optional(
    z.object({ source: z.int(), campaign: z.int(), device: z.int(), locale: z.int(), set: z.int() }),
  ),
});
/** Response of `GET /api/reports/values`. */
export type ReportValues = z.infer<typeof reportValuesSchema>;

/** Response of `GET /api/reports/answers`: how the leads of a period answered. */
export const answersReportSchema = z.object({
  ...periodFields,
  leads: z.int(),
  /** Those of them who have paid until now. */
  buyers: z.int(),
  questions: z.array(
    z.object({
      /** The label under which the answer is recorded. */
      question: z.string(),
      /** The most frequent first. `other` are those of fewer than five visitors each. */
      answers: z.array(z.object({ answer: z.string(), leads: z.int(), buyers: z.int() })),
    }),
  ),
});
/** Response of `GET /api/reports/answers`. */
export type AnswersReport = z.infer<typeof answersReportSchema>;

/** Query of `GET /api/reports/timeline`: how many hours up to now, at most a week, by default 48. */
export const timelineQuerySchema = z.strictObject({
  hours: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(7 * 24))),
  format: z.optional(z.enum(['json', 'csv'])),
});

const timelineHourSchema = z.object({
  /** Its first millisecond since 1970. Hours begin as in UTC. */
  at: z.int(),
  purchases: z.int(),
  /** Visitors for whom a file or a screen failed. */
  failures: z.int(),
  /** Deliveries that are dead, in the hour of their last attempt. */
  deadLetters: z.int(),
  /** Promotions, changes of a canary, and rollbacks. */
  deployments: z.int(),
});
/** One hour of the timeline. */
export type TimelineHour = z.infer<typeof timelineHourSchema>;

/** Response of `GET /api/reports/timeline`: every hour up to the present one, in order. */
export const timelineSchema = z.object({ asOf: z.int(), hours: z.array(timelineHourSchema) });
/** Response of `GET /api/reports/timeline`. */
export type Timeline = z.infer<typeof timelineSchema>;

const sumSchema = z.object({ count: z.int(), amountMinor: z.int() });

/** Response of `GET /api/reports/cohorts`: all payments until now, by the month of the subscription's first payment. */
export const cohortsSchema = z.object({
  timeZone: z.string(),
  asOf: z.int(),
  cohorts: z.array(
    z.object({
      /** `2026-01` */
      month: z.string(),
      currency: z.string(),
      first: sumSchema,
      renewal: sumSchema,
      refund: sumSchema,
      dispute: sumSchema,
      /** How many of its subscriptions have ended. */
      churned: z.int(),
    }),
  ),
});
/** Response of `GET /api/reports/cohorts`. */
export type Cohorts = z.infer<typeof cohortsSchema>;
