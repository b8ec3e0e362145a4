import * as z from 'zod/mini';

import { canaryPercentSchema } from './canary-stages.ts';
import { currencySchema } from './money.ts';

/** `share` is `count / of`, with the bounds of its 95 % Wilson score interval. All three are from 0 to 1. */
const proportionSchema = z.object({
  count: z.int(),
  of: z.int(),
  share: z.number(),
  low: z.number(),
  high: z.number(),
});
/** A share with its confidence interval. */
export type Proportion = z.infer<typeof proportionSchema>;

const revenueSchema = z.array(z.object({ currency: currencySchema, amountMinor: z.int() }));

/** The analytics of one release set. */
export const setAnalyticsSchema = z.object({
  setId: z.string(),
  visitors: z.int(),
  /** Visitors for whom a remote failed to load or to render. */
  failures: proportionSchema,
  leads: proportionSchema,
  purchases: proportionSchema,
  /** One amount per currency, in minor units. */
  revenue: revenueSchema,
  /** The screens in the order of the funnel. */
  steps: z.array(
    z.object({
      path: z.string(),
      /** Visitors who saw the screen. 0 in the reports of canaries that ended before this was counted. */
      visitors: z.catch(z.int(), 0),
      /**
       * The share of the previous screen's visitors who reached this screen or a later one. For the first screen, the share of
       * all visitors.
       */
      reached: proportionSchema,
    }),
  ),
  /** LCP in milliseconds, 75th percentile; null before the first report. */
  largestPaintMs: z.nullable(z.number()),
});
/** The analytics of one release set. */
export type SetAnalytics = z.infer<typeof setAnalyticsSchema>;

/** What a canary is compared by. */
export const guardrails = ['failures', 'leads', 'purchases'] as const;
/** One of the rates that a canary is compared by. */
export type Guardrail = (typeof guardrails)[number];

/**
 * The canary's rate less the stable set's, as parts of one: 0.01 is one percentage point. The interval holds at every look at
 * once, with a probability of 95 % for all guardrails together. Unbounded, and so null, while there are too few visitors.
 */
const guardrailDifferenceSchema = z.object({
  guardrail: z.enum(guardrails),
  interval: z.nullable(z.object({ low: z.number(), high: z.number() })),
  judgment: z.enum(['worse', 'better', 'unclear']),
  /** The harm that must be ruled out before the canary should get more visitors, as parts of one. */
  harmLimit: z.number(),
});
/** How a canary differs in one rate. */
export type GuardrailDifference = z.infer<typeof guardrailDifferenceSchema>;

const canaryComparisonSchema = z.object({
  differences: z.array(guardrailDifferenceSchema),
  /** The part of the visitors that the canary was to get, and got, since its share was last changed. */
  assignment: z.object({
    asked: z.number(),
    actual: z.nullable(z.number()),
    /** Pearson's chi-square test for one look. */
    p: z.number(),
    /** Whether the difference is too large for chance, however often it is looked at. */
    isSkewed: z.boolean(),
  }),
  /** `check-assignment` comes first, because the rates of skewed sets cannot be compared. */
  advice: z.enum(['check-assignment', 'roll-back', 'wait', 'increase']),
  /** How many more visitors the canary needs for `increase`, at the rates so far; null unless that can be estimated. */
  visitorsMissing: z.nullable(z.int()),
});
/** How a canary compares with the stable set, and what to do. */
export type CanaryComparison = z.infer<typeof canaryComparisonSchema>;

/** How a canary compared with the stable set, from its start to its end. */
export const canaryReportSchema = z.object({
  /** When it started, in milliseconds since 1970. */
  since: z.int(),
  /** Its last percentage. */
  percent: canaryPercentSchema,
  stable: setAnalyticsSchema,
  canary: setAnalyticsSchema,
  comparison: canaryComparisonSchema,
});
/** The report of an ended canary. */
export type CanaryReport = z.infer<typeof canaryReportSchema>;

/** Response of `GET /api/releases/analytics`: both live sets since `since`, in milliseconds since 1970. */
export const releaseAnalyticsSchema = z.object({
  since: z.int(),
  /** When it was counted: the service keeps a result for a moment. */
  asOf: z.int(),
  stable: z.nullable(setAnalyticsSchema),
  canary: z.nullable(setAnalyticsSchema),
  /** Null unless a canary is running. */
  comparison: z.nullable(canaryComparisonSchema),
  /** Titles of screens by path, as far as the builds of the sets contain them. */
  titles: z.record(z.string(), z.string()),
});
/** The analytics of both live sets. */
export type ReleaseAnalytics = z.infer<typeof releaseAnalyticsSchema>;

/** Response of `GET /api/releases/analytics/versions`: counts of visitors by app version. */
export const versionAnalyticsSchema = z.object({
  versions: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      visitors: z.int(),
      failures: z.int(),
      leads: z.int(),
      purchases: z.int(),
      revenue: revenueSchema,
    }),
  ),
});
/** Counts of visitors by app version. */
export type VersionAnalytics = z.infer<typeof versionAnalyticsSchema>;
