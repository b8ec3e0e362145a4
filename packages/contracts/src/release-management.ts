import * as z from 'zod/mini';

import { currencySchema } from './money.ts';
import { nameSchema, versionSchema } from './release.ts';

const note = z.optional(z.string().check(z.maxLength(500)));
const percent = z.int().check(z.gte(1), z.lte(99));
/** `mfe-quiz@1.1.0`; several make one set. */
const changes = z.array(z.string().check(z.regex(/^[a-z][a-z0-9-]+@\S+$/))).check(z.maxLength(20));
/** Names of the remotes to take out of what is live. */
const remove = z.optional(z.array(nameSchema).check(z.maxLength(20)));
const isChange = z.refine<{ changes: string[]; remove?: string[] | undefined }>(
  (request) => request.changes.length + (request.remove?.length ?? 0) > 0,
  { path: ['changes'], error: 'Name at least one version or remote.' },
);

const promotionSchema = z.strictObject({
  changes,
  remove,
  note,
  /** For this share of new visitors; for all of them where it is absent. */
  canary: z.optional(percent),
  /** Moves the visitors of the set that is left, instead of letting them finish on it. */
  withdraw: z.optional(z.boolean()),
  /** Overrules the gates that can be overruled. Needs a note that says why. */
  force: z.optional(z.boolean()),
});
export const promotionRequestSchema = promotionSchema.check(isChange);
export type PromotionRequest = z.infer<typeof promotionSchema>;

/** Makes a set without showing it to anyone: to verify, certify or preview it. */
export const setRequestSchema = z.strictObject({ changes, remove }).check(isChange);
export type SetRequest = z.infer<typeof setRequestSchema>;

export const canaryRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('widen'), percent, note }),
  /** The canary is withdrawn: its visitors move to the stable set. */
  z.strictObject({ action: z.literal('stop'), note }),
  /** The canary becomes the stable set. */
  z.strictObject({ action: z.literal('finish'), note }),
]);
export type CanaryRequest = z.infer<typeof canaryRequestSchema>;

export const rollbackRequestSchema = z.strictObject({
  /** The set to go back to; the one before the live one where it is absent. */
  to: z.optional(z.string()),
  /** The set that was live when this was decided. Where another one is by now, nothing is moved. */
  live: z.optional(z.string()),
  note,
});
export type RollbackRequest = z.infer<typeof rollbackRequestSchema>;

export const certificationSchema = z.object({
  outcome: z.enum(['passed', 'failed']),
  /** What was walked, or where it broke. */
  report: z.string().check(z.maxLength(2000)),
});
export type Certification = z.infer<typeof certificationSchema>;

export const storedSetSchema = z.object({
  id: z.string(),
  number: z.int(),
  /** Name to version, of the shell and every remote. */
  members: z.record(z.string(), z.string()),
  createdAt: z.int(),
  /** Since when nobody gets it any more; null while it may be shown. */
  withdrawnAt: z.nullable(z.int()),
  certification: z.nullable(z.extend(certificationSchema, { at: z.int(), actor: z.string() })),
});
export type ReleaseSetRecord = z.infer<typeof storedSetSchema>;

export const releaseStatusSchema = z.object({
  channel: z.string(),
  /** The stable set; null until something was promoted. */
  set: z.nullable(storedSetSchema),
  canary: z.nullable(z.object({ set: storedSetSchema, percent, startedAt: z.int() })),
});
export type ReleaseStatus = z.infer<typeof releaseStatusSchema>;

/** What a rollback would do now. */
export const rollbackPlanSchema = z.object({ live: storedSetSchema, to: storedSetSchema });
export type RollbackPlan = z.infer<typeof rollbackPlanSchema>;

/** What the gates say of a set; no reason: it may go live. */
export const verificationSchema = z.object({ set: storedSetSchema, reasons: z.array(z.string()) });
export type Verification = z.infer<typeof verificationSchema>;

export const previewSchema = z.object({ url: z.string(), expiresAt: z.int() });
export type Preview = z.infer<typeof previewSchema>;

/** What became of a build that was handed in. */
export const publicationSchema = z.object({
  name: nameSchema,
  version: versionSchema,
  outcome: z.enum(['published', 'unchanged']),
});
export type PublishResult = z.infer<typeof publicationSchema>;

export const publishedBuildsSchema = z.object({
  builds: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      publishedAt: z.int(),
      isLive: z.boolean(),
      /** Of all its files, uncompressed. */
      bytes: z.int(),
      /** Majors of the waist: the one a remote was built against, or those that a shell serves. */
      contracts: z.array(z.int()),
      paths: z.array(z.string()),
    }),
  ),
});
export type PublishedBuilds = z.infer<typeof publishedBuildsSchema>;

export const deploymentActions = [
  'promote',
  'rollback',
  'canary',
  'widen',
  'stop',
  'finish',
  'heal',
] as const;

/** Who moved the channel when and why, newest first. */
export const releaseAuditSchema = z.object({
  deployments: z.array(
    z.object({
      at: z.int(),
      /** The operator's name; `self-healing` where a canary was taken back by itself. */
      actor: z.string(),
      action: z.enum(deploymentActions),
      from: z.nullable(z.string()),
      to: z.string(),
      /** The canary's share afterwards, where the move concerns one. */
      percent: z.nullable(z.int()),
      note: z.string(),
    }),
  ),
});
export type ReleaseAudit = z.infer<typeof releaseAuditSchema>;

/** Failures are reported of the running canary that may be forged, so that people have to decide. */
export const canaryAlertSchema = z.object({
  setId: z.string(),
  /** What happened and what to do, for people. */
  reason: z.string(),
  /** Visitors who reported a failure, of all who reported something; and the networks that the failures came from. */
  failures: z.int(),
  visitors: z.int(),
  networks: z.int(),
});
export type CanaryAlert = z.infer<typeof canaryAlertSchema>;

/** `GET /api/releases/alerts` */
export const releaseAlertsSchema = z.object({
  /** Null while there is nothing to decide. */
  canary: z.nullable(canaryAlertSchema),
});
export type ReleaseAlerts = z.infer<typeof releaseAlertsSchema>;

/** A share with its 95 % interval (Wilson), each from 0 to 1. */
const proportionSchema = z.object({
  count: z.int(),
  of: z.int(),
  share: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Proportion = z.infer<typeof proportionSchema>;

const revenueSchema = z.array(z.object({ currency: currencySchema, amountMinor: z.int() }));

/** What visitors of one set did since `since`. */
export const setAnalyticsSchema = z.object({
  setId: z.string(),
  visitors: z.int(),
  /** Visitors who met a remote that did not load or broke while it was shown. */
  failures: proportionSchema,
  leads: proportionSchema,
  purchases: proportionSchema,
  revenue: revenueSchema,
  /** Visitors who came to a screen, of those who came to the one before it; in the order of the funnel. */
  steps: z.array(z.object({ path: z.string(), reached: proportionSchema })),
  /** 75th percentile of the largest paint; null while nobody reported one. */
  largestPaintMs: z.nullable(z.number()),
});
export type SetAnalytics = z.infer<typeof setAnalyticsSchema>;

export const releaseAnalyticsSchema = z.object({
  since: z.int(),
  stable: z.nullable(setAnalyticsSchema),
  canary: z.nullable(setAnalyticsSchema),
});
export type ReleaseAnalytics = z.infer<typeof releaseAnalyticsSchema>;

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
export type VersionAnalytics = z.infer<typeof versionAnalyticsSchema>;
