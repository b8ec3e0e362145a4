import * as z from 'zod/mini';

import { currencySchema } from './money.ts';
import { nameSchema, versionSchema } from './release.ts';

const note = z.optional(z.string().check(z.maxLength(500)));
const percent = z.int().check(z.gte(1), z.lte(99));
/** Members that differ from the stable set, such as `mfe-quiz@1.1.0`. All of them make one set. */
const changes = z.array(z.string().check(z.regex(/^[a-z][a-z0-9-]+@\S+$/))).check(z.maxLength(20));
/** Names of the remotes that the new set does not contain. */
const remove = z.optional(z.array(nameSchema).check(z.maxLength(20)));
const isChange = z.refine<{ changes: string[]; remove?: string[] | undefined }>(
  (request) => request.changes.length + (request.remove?.length ?? 0) > 0,
  { path: ['changes'], error: 'Name at least one version or remote.' },
);

const promotionSchema = z.strictObject({
  changes,
  remove,
  note,
  /** Percentage of new visitors who get the set as a canary. Absent: all new visitors get it as the stable set. */
  canary: z.optional(percent),
  /** Withdraws the previous stable set: its visitors move at their next page load or stage instead of finishing on it. */
  withdraw: z.optional(z.boolean()),
  /** Overrides the failed gates that can be overridden. It needs a note with the reason. */
  force: z.optional(z.boolean()),
});
/** Body of `POST /api/releases/promotions`. A failed gate is the problem `promotion-refused`. */
export const promotionRequestSchema = promotionSchema.check(isChange);
export type PromotionRequest = z.infer<typeof promotionSchema>;

/** Body of `POST /api/releases/sets`. The new set is not live, and can be verified, smoke-tested and previewed. */
export const setRequestSchema = z.strictObject({ changes, remove }).check(isChange);
export type SetRequest = z.infer<typeof setRequestSchema>;

/** Body of `POST /api/releases/canary`. */
export const canaryRequestSchema = z.discriminatedUnion('action', [
  /** Changes the canary percentage. */
  z.strictObject({ action: z.literal('widen'), percent, note }),
  /** Withdraws the canary: its visitors move to the stable set. */
  z.strictObject({ action: z.literal('stop'), note }),
  /** Makes the canary the stable set. */
  z.strictObject({ action: z.literal('finish'), note }),
]);
/** Body of `POST /api/releases/canary`. */
export type CanaryRequest = z.infer<typeof canaryRequestSchema>;

/** Body of `POST /api/releases/rollbacks`. */
export const rollbackRequestSchema = z.strictObject({
  /** The id of the set to roll back to. Absent: the previous stable set. */
  to: z.optional(z.string()),
  /** The id of the set that the operator saw as live. The rollback is rejected if another set is live. */
  live: z.optional(z.string()),
  note,
});
/** Body of `POST /api/releases/rollbacks`. */
export type RollbackRequest = z.infer<typeof rollbackRequestSchema>;

/** Body of `PUT /api/releases/sets/:id/certification`: the result of a smoke test. */
export const certificationSchema = z.object({
  outcome: z.enum(['passed', 'failed']),
  /** The tests that ran, or the first failure. */
  report: z.string().check(z.maxLength(2000)),
});
/** The result of a smoke test. */
export type Certification = z.infer<typeof certificationSchema>;

/** A stored release set. Times are milliseconds since 1970. */
export const storedSetSchema = z.object({
  id: z.string(),
  number: z.int(),
  /** Versions by app name, of the shell and every remote. */
  members: z.record(z.string(), z.string()),
  createdAt: z.int(),
  /** When the set was withdrawn; null while visitors may be assigned to it. */
  withdrawnAt: z.nullable(z.int()),
  /** The result of its last smoke test; null before the first one. */
  certification: z.nullable(z.extend(certificationSchema, { at: z.int(), actor: z.string() })),
});
/** A stored release set. */
export type ReleaseSetRecord = z.infer<typeof storedSetSchema>;

/** Response of `GET /api/releases/status` and of every deployment. */
export const releaseStatusSchema = z.object({
  channel: z.string(),
  /** The stable set; null before the first promotion. */
  set: z.nullable(storedSetSchema),
  canary: z.nullable(z.object({ set: storedSetSchema, percent, startedAt: z.int() })),
});
/** The sets that are live now. */
export type ReleaseStatus = z.infer<typeof releaseStatusSchema>;

/** Response of `GET /api/releases/rollbacks/plan`: the live set and the set that a rollback would make live. */
export const rollbackPlanSchema = z.object({ live: storedSetSchema, to: storedSetSchema });
/** The sets that a rollback would exchange. */
export type RollbackPlan = z.infer<typeof rollbackPlanSchema>;

/** Response of `GET /api/releases/sets/:id/verification`: the findings of the gates. Without any, the set may go live. */
export const verificationSchema = z.object({ set: storedSetSchema, reasons: z.array(z.string()) });
/** A set with the findings of the gates. */
export type Verification = z.infer<typeof verificationSchema>;

/** Response of `POST /api/releases/sets/:id/preview`: a signed link. `expiresAt` is milliseconds since 1970. */
export const previewSchema = z.object({ url: z.string(), expiresAt: z.int() });
/** A signed link to a set that is not live. */
export type Preview = z.infer<typeof previewSchema>;

/** Response of `POST /api/releases/builds`. `unchanged`: the same build was published before. */
export const publicationSchema = z.object({
  name: nameSchema,
  version: versionSchema,
  outcome: z.enum(['published', 'unchanged']),
});
/** The result of publishing a build. */
export type PublishResult = z.infer<typeof publicationSchema>;

/** Response of `GET /api/releases/builds`. `publishedAt` is milliseconds since 1970. */
export const publishedBuildsSchema = z.object({
  builds: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      publishedAt: z.int(),
      isLive: z.boolean(),
      /** Size of all files, uncompressed. */
      bytes: z.int(),
      /** Major versions of the Shell API: the one that a remote was built against, or those that a shell serves. */
      contracts: z.array(z.int()),
      paths: z.array(z.string()),
    }),
  ),
});
/** All published builds. */
export type PublishedBuilds = z.infer<typeof publishedBuildsSchema>;

/** The kinds of deployments. The values are stored: `widen` changes a canary, `heal` is an auto-rollback. */
export const deploymentActions = [
  'promote',
  'rollback',
  'canary',
  'widen',
  'stop',
  'finish',
  'heal',
] as const;

/** Response of `GET /api/releases/audit`: all deployments, newest first. */
export const releaseAuditSchema = z.object({
  deployments: z.array(
    z.object({
      at: z.int(),
      /** The operator's name, or `self-healing` for an auto-rollback. */
      actor: z.string(),
      action: z.enum(deploymentActions),
      /** Ids of the sets before and after. */
      from: z.nullable(z.string()),
      to: z.string(),
      /** The canary percentage after the deployment; null if it does not concern a canary. */
      percent: z.nullable(z.int()),
      note: z.string(),
    }),
  ),
});
/** All deployments. */
export type ReleaseAudit = z.infer<typeof releaseAuditSchema>;

/** An alert on the running canary: failures are reported, but may be forged, so an operator must decide. */
export const canaryAlertSchema = z.object({
  setId: z.string(),
  /** Text for the operator: what happened and what to do. */
  reason: z.string(),
  /** Visitors who reported a failure. */
  failures: z.int(),
  /** Visitors who reported anything. */
  visitors: z.int(),
  /** IP networks that the failures came from. */
  networks: z.int(),
});
/** An alert on the running canary. */
export type CanaryAlert = z.infer<typeof canaryAlertSchema>;

/** Response of `GET /api/releases/alerts`. */
export const releaseAlertsSchema = z.object({
  /** Null while no decision is needed. */
  canary: z.nullable(canaryAlertSchema),
});
/** All alerts. */
export type ReleaseAlerts = z.infer<typeof releaseAlertsSchema>;

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
  /** For each screen, in the order of the funnel, the visitors who reached it, of those who reached the previous one. */
  steps: z.array(z.object({ path: z.string(), reached: proportionSchema })),
  /** LCP in milliseconds, 75th percentile; null before the first report. */
  largestPaintMs: z.nullable(z.number()),
});
/** The analytics of one release set. */
export type SetAnalytics = z.infer<typeof setAnalyticsSchema>;

/** Response of `GET /api/releases/analytics`: both live sets since `since`, in milliseconds since 1970. */
export const releaseAnalyticsSchema = z.object({
  since: z.int(),
  stable: z.nullable(setAnalyticsSchema),
  canary: z.nullable(setAnalyticsSchema),
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
