import {
  canaryRequestSchema,
  deploymentEffectsQuerySchema,
  maxAuditEntries,
  promotionRequestSchema,
  rollbackRequestSchema,
  type ReleaseAlerts,
  type ReleaseAudit,
  type RollbackPlan,
} from '@funnel/contracts/release-management';
import { readJson } from '@funnel/service-kit/http/json-body';
import { readQuery } from '@funnel/service-kit/http/parse-input';
import { problem } from '@funnel/service-kit/problem';
import type { Context } from 'koa';
import * as z from 'zod';

import { readCanaryAlert } from '../auto-rollback/canary-alert.ts';
import type { AuthenticatedOperator } from '../operators/operator-auth.ts';
import type { OperatorHandlers } from '../operators/operator-router.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import type { ReadBuild } from '../registry/build-repository.ts';
import { listVersionAudit } from '../registry/version-audit-repository.ts';
import { updateCanary } from '../rollout/canary.ts';
import { readDeploymentEffects } from '../rollout/deployment-effects.ts';
import { promote } from '../rollout/promote.ts';
import { planRollback, rollBack } from '../rollout/roll-back.ts';
import { listDeployments, readSetNumbers, readStatus } from '../sets/release-repository.ts';
import type { LiveSets } from '../visitors/live-sets.ts';

const rollbackPlanQuerySchema = z.strictObject({ to: z.optional(z.string()) });

/** Endpoints for what is live: deployments, their effects and history, and the status. */
export function deploymentRoutes(
  context: ReleaseContext,
  readBuild: ReadBuild,
  liveSets: LiveSets,
): OperatorHandlers<
  | 'promote'
  | 'changeCanary'
  | 'rollBack'
  | 'planRollback'
  | 'readDeploymentEffects'
  | 'readReleaseStatus'
  | 'readReleaseAudit'
  | 'readReleaseAlerts'
> {
  const { db } = context.database;

  /** Changes the channel, and responds after every replica shows the change. */
  const respondAfterChange =
    (change: (ctx: Context, operator: AuthenticatedOperator) => Promise<void>) =>
    async (ctx: Context, operator: AuthenticatedOperator) => {
      await change(ctx, operator);
      await liveSets.waitForReplicas();
      ctx.body = await readStatus(db);
    };

  return {
    promote: respondAfterChange(async (ctx, operator) =>
      promote(context, readBuild, await readJson(ctx, promotionRequestSchema), operator),
    ),
    changeCanary: respondAfterChange(async (ctx, operator) =>
      updateCanary(context, await readJson(ctx, canaryRequestSchema), operator),
    ),
    rollBack: respondAfterChange(async (ctx, operator) =>
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
