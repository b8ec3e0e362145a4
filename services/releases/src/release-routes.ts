import { contractVersions } from '@funnel/contracts/contract-versions';
import type { operatorEndpoints } from '@funnel/contracts/operator-endpoints';
import { manifestSchema } from '@funnel/contracts/release';
import {
  canaryRequestSchema,
  deploymentEffectsQuerySchema,
  deprecationRequestSchema,
  maxAuditEntries,
  promotionRequestSchema,
  rollbackRequestSchema,
  type DeprecationRequest,
  type PublishedBuilds,
  type PublishResult,
  type ReleaseAlerts,
  type ReleaseAudit,
  type RollbackPlan,
} from '@funnel/contracts/release-management';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readBody, readJson } from '@funnel/service-kit/http/json-body';
import { readQuery } from '@funnel/service-kit/http/parse-input';
import { createFailureLimit } from '@funnel/service-kit/http/rate-limit';
import { problem, ProblemError } from '@funnel/service-kit/problem';
import type { Context } from 'koa';
import * as z from 'zod';

import { readCanaryAlert } from './auto-rollback/canary-alert.ts';
import type { AuthenticatedOperator } from './operators/operator-auth.ts';
import type { OperatorHandlers } from './operators/operator-router.ts';
import type { ReleaseContext } from './platform/release-context.ts';
import { withUploadSlot } from './publishing/upload-slots.ts';
import { publishBuild } from './publishing/publish-build.ts';
import { storeFile } from './publishing/store-file.ts';
import {
  buildSummaries,
  listAppNames,
  listBuilds,
  unknownAppReason,
  type ReadBuild,
} from './registry/build-repository.ts';
import { readContractReport } from './registry/contract-report.ts';
import { deprecateVersion } from './registry/deprecate-version.ts';
import { listVersionAudit } from './registry/version-audit-repository.ts';
import { updateCanary } from './rollout/canary.ts';
import { readDeploymentEffects } from './rollout/deployment-effects.ts';
import { promote } from './rollout/promote.ts';
import { planRollback, rollBack } from './rollout/roll-back.ts';
import {
  findSet,
  listDeployments,
  readSetNumbers,
  readStatus,
  unknownSetReason,
} from './sets/release-repository.ts';
import type { LiveSets } from './visitors/live-sets.ts';
import { createPreview } from './visitors/preview.ts';
import type { VisitorSets } from './visitors/visitor-set.ts';

/** A build is first rejected with the files that it lacks, so that they are uploaded. A limit is no fault of the build. */
const expectedRefusals = new Set<ProblemError['code']>(['files-missing', 'too-many-requests']);

const buildsQuerySchema = z.strictObject({ name: z.optional(z.string()) });
const rollbackPlanQuerySchema = z.strictObject({ to: z.optional(z.string()) });

/** Returns the visitor's release set. */
export function releaseSetRoutes(visitors: VisitorSets): PublicHandlers<'readReleaseSet'> {
  return {
    async readReleaseSet(ctx) {
      const composed = await visitors.setFor(ctx);
      if (!composed) throw problem('unavailable', { detail: 'Nothing has been released yet.' });
      ctx.body = composed.set;
    },
  };
}

type Name = Extract<
  keyof typeof operatorEndpoints,
  | 'uploadFile'
  | 'publishBuild'
  | 'listBuilds'
  | 'readContracts'
  | 'deprecateVersion'
  | 'promote'
  | 'changeCanary'
  | 'rollBack'
  | 'planRollback'
  | 'readDeploymentEffects'
  | 'previewSet'
  | 'readReleaseStatus'
  | 'readReleaseAudit'
  | 'readReleaseAlerts'
>;

/** Endpoints for builds and releases. */
export function releaseRoutes(
  context: ReleaseContext,
  readBuild: ReadBuild,
  live: LiveSets,
  /** The visitors' URL, for preview links. */
  visitorsUrl: () => string,
): OperatorHandlers<Name> {
  const { clock, config, database, keys } = context;
  const { db } = database;
  const summaryOf = buildSummaries(readBuild);
  // A manifest may be large, and reading it costs processor time also if it is rejected, or was published before.
  const rejections = createFailureLimit(context, {
    name: 'rejected builds',
    perMinute: config.RATE_LIMIT_PER_MINUTE,
  });

  /** Changes the channel, and responds after every replica shows the change. */
  const changing =
    (change: (ctx: Context, operator: AuthenticatedOperator) => Promise<void>) =>
    async (ctx: Context, operator: AuthenticatedOperator) => {
      await change(ctx, operator);
      await live.waitForReplicas();
      ctx.body = await readStatus(db);
    };

  async function receiveBuild(ctx: Context, operator: AuthenticatedOperator): Promise<PublishResult> {
    const manifest = await readJson(ctx, manifestSchema);
    if (!operator.canPublish(manifest.name))
      throw problem('forbidden', {
        detail: `Your token (${operator.preset}) does not publish ${manifest.name}.`,
      });
    return publishBuild(context, manifest, operator);
  }

  return {
    async uploadFile(ctx, operator) {
      const hash = ctx.params['hash'] ?? '';
      if (!/^[\w-]{64}$/.test(hash))
        throw problem('invalid-request', {
          detail: 'The URL must end with a sha384 in URL-safe base64.',
        });
      const integrity = `sha384-${Buffer.from(hash, 'base64url').toString('base64')}`;
      const outcome = await withUploadSlot(operator.tokenId, async () =>
        storeFile(
          context,
          { integrity, body: await readBody(ctx), type: ctx.get('Content-Type') },
          operator.tokenId,
        ),
      );
      ctx.status = outcome === 'stored' ? 201 : 200;
      ctx.body = { integrity, outcome };
    },

    async publishBuild(ctx, operator) {
      rejections.requireUnblocked(operator.tokenId);
      const receive = () => receiveBuild(ctx, operator);
      const publication = await withUploadSlot(operator.tokenId, receive).catch(async (error: unknown) => {
        if (error instanceof ProblemError && !expectedRefusals.has(error.code))
          await rejections.countFailure(operator.tokenId);
        throw error;
      });
      if (publication.outcome === 'unchanged') await rejections.countFailure(operator.tokenId);
      context.log.info({ operator: operator.name, ...publication }, 'build received');
      ctx.status = publication.outcome === 'published' ? 201 : 200;
      ctx.body = publication;
    },

    async listBuilds(ctx) {
      const { set, canary } = await readStatus(db);
      const { name } = readQuery(ctx, buildsQuerySchema);
      const visited = [set?.members ?? {}, canary?.set.members ?? {}];
      const builds = await listBuilds(db, name, visited);
      if (name !== undefined && builds.length === 0)
        throw problem('not-found', { detail: unknownAppReason(name, await listAppNames(db)) });
      const listed = await Promise.all(
        builds.map(async (build) => {
          const isLive = set?.members[build.name] === build.version;
          const isCanary = !isLive && canary?.set.members[build.name] === build.version;
          return { ...build, ...(await summaryOf(build)), isLive, isCanary };
        }),
      );
      ctx.body = { builds: listed } satisfies PublishedBuilds;
    },

    async readContracts(ctx) {
      ctx.body = await readContractReport(db, summaryOf, contractVersions);
    },

    async deprecateVersion(ctx, operator) {
      const request = await readJson(ctx, deprecationRequestSchema);
      if (!operator.canPublish(request.name))
        throw problem('forbidden', {
          detail: `Your token (${operator.preset}) does not publish ${request.name}.`,
        });
      await deprecateVersion(context, request, operator);
      await live.waitForReplicas();
      ctx.body = request satisfies DeprecationRequest;
    },

    promote: changing(async (ctx, operator) =>
      promote(context, readBuild, await readJson(ctx, promotionRequestSchema), operator),
    ),
    changeCanary: changing(async (ctx, operator) =>
      updateCanary(context, await readJson(ctx, canaryRequestSchema), operator),
    ),
    rollBack: changing(async (ctx, operator) =>
      rollBack(context, await readJson(ctx, rollbackRequestSchema), operator),
    ),

    async planRollback(ctx) {
      const { to } = readQuery(ctx, rollbackPlanQuerySchema);
      ctx.body = (await planRollback(context, to)) satisfies RollbackPlan;
    },

    async readDeploymentEffects(ctx) {
      const query = deploymentEffectsQuerySchema.safeParse(ctx.query);
      if (!query.success)
        throw problem('invalid-request', { detail: 'Name a set, or a version: mfe-quiz@1.1.0.' });
      ctx.body = await readDeploymentEffects(context, readBuild, query.data);
    },

    async previewSet(ctx) {
      const id = ctx.params['id'] ?? '';
      const set = await findSet(db, id);
      if (!set) throw problem('not-found', { detail: unknownSetReason(id) });
      ctx.status = 201;
      ctx.body = createPreview(set.id, visitorsUrl(), keys('visit'), clock());
    },

    async readReleaseStatus(ctx) {
      ctx.body = await readStatus(db);
    },

    async readReleaseAlerts(ctx) {
      ctx.body = { canary: await readCanaryAlert(context) } satisfies ReleaseAlerts;
    },

    async readReleaseAudit(ctx) {
      const deployments = await listDeployments(db, maxAuditEntries);
      ctx.body = {
        numbers: await readSetNumbers(
          db,
          deployments.flatMap(({ from, to }) => (from === null ? to : [from, to])),
        ),
        deployments,
        versions: await listVersionAudit(db, maxAuditEntries),
      } satisfies ReleaseAudit;
    },
  };
}
