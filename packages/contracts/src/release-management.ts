import * as z from 'zod/mini';

import { canaryPercentSchema, canaryPlanSchema, canaryStagesSchema } from './canary-stages.ts';
import { canaryReportSchema } from './release-analytics.ts';
import { nameSchema, versionSchema } from './release.ts';

/** One line, because the release command prints it beside texts of the service. */
const line = z.string().check(z.regex(/^\P{Cc}*$/u, 'must be one line without control characters'));
const maxNoteLength = z.maxLength(500, 'must have at most 500 characters');
const note = z.optional(line.check(maxNoteLength));
/** A version of an app, such as `mfe-quiz@1.1.0`. */
const change = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]+@\S+$/, 'must be name@version, such as mfe-quiz@1.1.0'));
/** Members that differ from the stable set. All of them make one set. */
const changes = z.array(change).check(z.maxLength(20));
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
  canary: z.optional(canaryPercentSchema),
  /** Makes the set a canary whose percentage increases automatically, and that is promoted after the last stage. */
  stages: z.optional(canaryStagesSchema),
  /** Withdraws the previous stable set: its visitors move at their next page load or stage instead of finishing on it. */
  withdraw: z.optional(z.boolean()),
  /** Overrides the failed gates that can be overridden. It needs a note with the reason. */
  force: z.optional(z.boolean()),
  /** The id of the set that the operator saw as live. The promotion is rejected if another set is live. */
  live: z.optional(z.string()),
});
/** Body of `POST /api/releases/promotions`. A failed gate is the problem `promotion-refused`. */
export const promotionRequestSchema = promotionSchema.check(isChange);
export type PromotionRequest = z.infer<typeof promotionSchema>;

/** Body of `POST /api/releases/sets`. The new set is not live, and can be verified, smoke-tested and previewed. */
export const setRequestSchema = z.strictObject({ changes, remove }).check(isChange);
export type SetRequest = z.infer<typeof setRequestSchema>;

/** The id of the set that the operator saw as the canary. The change is rejected if another set is. */
const seen = z.optional(z.string());

/** Body of `POST /api/releases/canary`. */
export const canaryRequestSchema = z.discriminatedUnion('action', [
  /** Changes the canary percentage. It has no stages afterwards. */
  z.strictObject({ action: z.literal('widen'), percent: canaryPercentSchema, set: seen, note }),
  /** Keeps the percentage of a canary with stages until it is resumed. Rejected if the canary gets another one than the operator saw. */
  z.strictObject({ action: z.literal('hold'), percent: z.optional(canaryPercentSchema), set: seen, note }),
  /** Continues the stages: after what is left of the current one, or at once if the service held it at its end. */
  z.strictObject({ action: z.literal('resume'), set: seen, note }),
  /** Withdraws the canary: its visitors move to the stable set. */
  z.strictObject({ action: z.literal('stop'), set: seen, note }),
  /** Makes the canary the stable set. */
  z.strictObject({ action: z.literal('finish'), set: seen, note }),
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

/** Body of `POST /api/releases/deprecations`. A reason of null ends the deprecation. */
export const deprecationRequestSchema = z.strictObject({
  name: nameSchema,
  version: versionSchema,
  reason: z.nullable(line.check(z.trim(), z.minLength(1, 'must not be empty'), maxNoteLength)),
});
/** Body and response of `POST /api/releases/deprecations`. */
export type DeprecationRequest = z.infer<typeof deprecationRequestSchema>;

/** A version that should not be promoted, and why. */
const deprecatedVersionSchema = z.object({ name: z.string(), version: z.string(), reason: z.string() });
/** A version that should not be promoted, and why. */
export type DeprecatedVersion = z.infer<typeof deprecatedVersionSchema>;

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
  /** Its members that are deprecated now. They do not fail a gate. */
  deprecated: z.array(deprecatedVersionSchema),
});
/** A stored release set. */
export type ReleaseSetRecord = z.infer<typeof storedSetSchema>;

/** Response of `GET /api/releases/status` and of every deployment. */
export const releaseStatusSchema = z.object({
  channel: z.string(),
  /** The stable set; null before the first promotion. */
  set: z.nullable(storedSetSchema),
  canary: z.nullable(
    z.object({
      set: storedSetSchema,
      percent: canaryPercentSchema,
      startedAt: z.int(),
      /** Null if it has no stages. */
      plan: z.nullable(canaryPlanSchema),
    }),
  ),
});
/** The sets that are live now. */
export type ReleaseStatus = z.infer<typeof releaseStatusSchema>;

/** Response of `GET /api/releases/rollbacks/plan`: the live set and the set that a rollback would make live. */
export const rollbackPlanSchema = z.object({ live: storedSetSchema, to: storedSetSchema });
/** The sets that a rollback would exchange. */
export type RollbackPlan = z.infer<typeof rollbackPlanSchema>;

/**
 * Query of `GET /api/releases/effects`: the id of a stored set, or a version such as `mfe-quiz@1.1.0` that would replace the live
 * one. Neither: the live set.
 */
export const deploymentEffectsQuerySchema = z.strictObject({
  set: z.optional(z.string()),
  change: z.optional(change),
});
/** Query of `GET /api/releases/effects`. */
export type DeploymentEffectsQuery = z.infer<typeof deploymentEffectsQuerySchema>;

/** Response of `GET /api/releases/effects`: what is different from the live stable set, and for whom. */
export const deploymentEffectsSchema = z.object({
  /** The apps whose versions differ. A version of null: the set does not contain the app. */
  changes: z.array(
    z.object({
      name: z.string(),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
      /** The paths of both versions. A shell has none, because it is on every page. */
      paths: z.array(z.string()),
    }),
  ),
  /** The most that a visitor with the files of the stable set downloads, compressed. */
  downloadBytes: z.int(),
  /** Of each live set, the visitors who keep it: seen within `keptForMs`, and not paid. */
  inFlight: z.array(z.object({ number: z.int(), visitors: z.int() })),
  /** For how long a visitor keeps a set after the last page, in milliseconds. */
  keptForMs: z.int(),
});
/** What a deployment would change, and for whom. */
export type DeploymentEffects = z.infer<typeof deploymentEffectsSchema>;

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
  /** Why the build cannot go live yet, although it was stored. */
  warning: z.optional(z.string()),
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
      /** Whether the visitors of the canary get it, and those of the stable set do not. Older services do not send this field. */
      isCanary: z.catch(z.boolean(), false),
      /** Why the version should not be promoted; null if it may be. */
      deprecation: z.nullable(z.string()),
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

/** The actors of deployments that the service makes: an auto-rollback, and the stages of a canary. The values are stored. */
export const automaticActors = ['self-healing', 'canary-stages'] as const;

/** The kinds of deployments. The values are stored: `widen` changes a canary, `heal` is an auto-rollback. */
export const deploymentActions = [
  'promote',
  'rollback',
  'canary',
  'widen',
  'hold',
  'resume',
  'stop',
  'finish',
  'heal',
] as const;

/** The actions that make a set the stable one. */
export const stableSetActions: readonly (typeof deploymentActions)[number][] = [
  'promote',
  'finish',
  'rollback',
];

/** What can be done with a version without changing what visitors get. The values are stored. */
export const versionActions = ['publish', 'deprecate', 'undeprecate'] as const;

/** The run of a workflow that has published a version, as its identity token states. */
export const buildSourceSchema = z.object({
  /** Owner and name of the repository at that time. */
  repository: z.string(),
  /** The full hash of the commit. */
  commit: z.string(),
  /** The id of the run. */
  run: z.string(),
});
/** The run of a workflow that has published a version. */
export type BuildSource = z.infer<typeof buildSourceSchema>;

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

/** How many deployments, and how many changes of the versions of each app, `GET /api/releases/audit` returns. */
export const maxAuditEntries = 200;

/** Response of `GET /api/releases/audit`: the deployments and what was done to versions, each newest first. */
export const releaseAuditSchema = z.object({
  /** The numbers of the sets in `deployments`, by id. */
  numbers: z.record(z.string(), z.int()),
  deployments: z.array(
    z.object({
      at: z.int(),
      /** The operator's name, or one of `automaticActors`. */
      actor: z.string(),
      action: z.enum(deploymentActions),
      /** Ids of the sets before and after. */
      from: z.nullable(z.string()),
      to: z.string(),
      /** The canary percentage after the deployment; null if it does not concern a canary. */
      percent: z.nullable(z.int()),
      note: z.string(),
      /** The report of the canary that it ended; null if it ended none. */
      report: z.nullable(canaryReportSchema),
    }),
  ),
  versions: z.array(
    z.object({
      at: z.int(),
      /** The operator's name, or the repository of a workflow. */
      actor: z.string(),
      action: z.enum(versionActions),
      name: z.string(),
      version: z.string(),
      /** The reason of a deprecation; otherwise empty. */
      note: z.string(),
      /** Null if it was not done by a workflow. */
      source: z.nullable(buildSourceSchema),
    }),
  ),
});
/** The newest deployments and what was done to versions. */
export type ReleaseAudit = z.infer<typeof releaseAuditSchema>;

/** What an app's version is to visitors. `withdrawn`: the last set that they got it in was withdrawn. `stored`: none of these. */
export const versionStates = ['live', 'canary', 'withdrawn', 'stored'] as const;
/** An entry of `versionStates`. */
export type VersionState = (typeof versionStates)[number];

/** A major version of the Shell API, and the last day on which a shell serves it: `2027-06-30`, or null if no end is decided. */
const contractUseSchema = z.object({ contract: z.int(), acceptedUntil: z.nullable(z.string()) });

/** Response of `GET /api/releases/contracts`: each contract that is announced or used, the oldest first. */
export const contractReportSchema = z.object({
  contracts: z.array(
    z.extend(contractUseSchema, {
      /** Whether the live shell serves it. */
      isServed: z.boolean(),
      /** The published remotes that were built for it, the newest first. `stored`: neither live nor in the canary. */
      remotes: z.array(
        z.object({ name: z.string(), version: z.string(), state: z.enum(['live', 'canary', 'stored']) }),
      ),
    }),
  ),
});
/** The contracts with the remotes that use them. */
export type ContractReport = z.infer<typeof contractReportSchema>;

/** Response of `GET /api/releases/apps/:name`: one app with its versions and their errors. Times are milliseconds since 1970. */
export const appReportSchema = z.object({
  name: z.string(),
  /** Visitors who are in the funnel now, with any version: seen within 24 hours, and not paid. */
  visitors: z.int(),
  /** The newest first. */
  versions: z.array(
    z.object({
      version: z.string(),
      publishedAt: z.int(),
      /** Who published it; null for versions that are older than the history. */
      publisher: z.nullable(
        z.object({
          /** The operator's name, or the repository of a workflow. */
          actor: z.string(),
          /** Null if it was not published by a workflow. */
          source: z.nullable(buildSourceSchema),
        }),
      ),
      /** Size of all files, uncompressed. */
      bytes: z.int(),
      contracts: z.array(contractUseSchema),
      state: z.enum(versionStates),
      /** Why the version should not be promoted; null if it may be. */
      deprecation: z.nullable(z.string()),
      /** Visitors who are in the funnel now with this version. */
      visitors: z.int(),
    }),
  ),
  /** The start of the period of the errors. */
  errorsSince: z.int(),
  /** Errors that browsers have reported, the most frequent first. Those of previews are left out. */
  errors: z.array(
    z.object({
      version: z.string(),
      /** `load-or-render`: the app was not shown. `script`: an error that nothing caught. */
      kind: z.enum(['load-or-render', 'script']),
      /** Name and place: `TypeError /remotes/mfe-quiz/1.1.0/remote.1a2b.js:1:2345`; or why a file did not load. */
      detail: z.string(),
      paths: z.array(z.string()),
      visitors: z.int(),
      lastAt: z.int(),
    }),
  ),
});
/** One app with its versions and their errors. */
export type AppReport = z.infer<typeof appReportSchema>;
