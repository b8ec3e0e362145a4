import * as z from 'zod/mini';

import { boundedText } from './bounded-text.ts';
import { audienceSchema } from './experiments.ts';

const armCountsSchema = z.object({
  name: z.string(),
  weight: z.number(),
  /** All visits that saw the arm. */
  exposed: z.int(),
  /** Those who saw it at least `purchaseWithinDays` ago. Only their purchases are compared, so that all had the same time to buy. */
  visitors: z.int(),
  /** Those of `visitors` who paid within that time. */
  purchases: z.int(),
  /** Those of `exposed` who have paid so far. */
  buyers: z.int(),
  /** Those of `exposed` to whom something failed since. Of one network only so many count, except in the control. */
  failures: z.int(),
  /** Visits with a measured page load since, and those of them with one whose LCP was above 2.5 s. Of one network, except in the control, only so many slow ones count beyond those that its rate in the control explains. */
  loads: z.int(),
  slowLoads: z.int(),
  /** Those of `buyers` who got money back, or disputed a charge. */
  refunds: z.int(),
  disputes: z.int(),
});

/** What may not get worse. */
export const experimentGuardrails = ['failures', 'slowLoads', 'refunds', 'disputes'] as const;
/** What may not get worse. */
export type ExperimentGuardrail = (typeof experimentGuardrails)[number];

const comparisonSchema = z.object({
  arm: z.string(),
  /** The share of the arm's visitors who paid minus that of the control's, as an interval. */
  difference: z.object({ low: z.number(), high: z.number() }),
  /** Guardrails that are worse than in the control. */
  worse: z.array(z.enum(experimentGuardrails)),
  outcome: z.enum(['more', 'fewer', 'unclear', 'held-back']),
});

const decisionFields = { arm: z.string(), why: z.string(), actor: z.string(), at: z.int() };

/** One experiment in the response of `GET /api/reports/experiments`. Times are in milliseconds since 1970. */
export const experimentReportSchema = z.object({
  name: z.string(),
  owner: z.string(),
  hypothesis: z.string(),
  /** Absent if every visitor can take part. */
  audience: z.optional(audienceSchema),
  status: z.enum(['off', 'planned', 'running', 'clashing', 'expired']),
  plannedVisitors: z.int(),
  smallestEffect: z.number(),
  start: z.string(),
  end: z.string(),
  arms: z.array(armCountsSchema),
  /** The running experiment that replaces the same setting, because of which this one is off. */
  clashesWith: z.nullable(z.string()),
  /** The arm whose number of visitors contradicts its weight. Nothing is compared then. */
  skewedArm: z.nullable(z.string()),
  /** Each arm but the first with the first. */
  comparisons: z.array(comparisonSchema),
  /** The result so far, in sentences. */
  verdict: z.string(),
  /** The newest first. */
  decisions: z.array(z.object(decisionFields)),
});
/** One experiment with what it says so far. */
export type ExperimentReport = z.infer<typeof experimentReportSchema>;

/** Body of `POST /api/reports/experiments/decisions`: the arm that is kept, and why. */
export const experimentDecisionSchema = z.strictObject({
  experiment: boundedText(100),
  arm: boundedText(40),
  why: boundedText(500).check(z.minLength(1)),
});
/** Body of `POST /api/reports/experiments/decisions`. */
export type ExperimentDecision = z.infer<typeof experimentDecisionSchema>;

/**
 * The response of `GET /api/reports/experiments/decisions`: all decisions, also about experiments that the live set no longer
 * has, the newest first. Times are in milliseconds since 1970.
 */
export const experimentDecisionsSchema = z.array(z.object({ experiment: z.string(), ...decisionFields }));
/** Decisions about experiments, the newest first. */
export type ExperimentDecisions = z.infer<typeof experimentDecisionsSchema>;
